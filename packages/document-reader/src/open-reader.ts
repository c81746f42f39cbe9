import { setImmediate } from 'node:timers/promises'
import { type DocumentText, formatVersion, type Page } from '@recto/document-text/model'
import type { Reader, ReadPage } from '@recto/document-text/reader'
import { openTextWriter, type StoredText } from '@recto/document-text/text-writer'
import { omitUndefined } from '@recto/omit-undefined'
import { drawPage } from './draw-page.ts'
import { closeEngines, openEngines, type ReaderLimits } from './engines.ts'
import { inspectDocument } from './inspect-document.ts'
import { openDocumentAttachment } from './open-attachment.ts'
import type { SourceEnd } from './pages/page-source.ts'
import { readDocument } from './read-document.ts'
import { readEmbedded } from './read-embedded.ts'
import { settleOptions } from './read-request.ts'
import { readTableRecords } from './records/read-table-records.ts'
import { renderPdf } from './render-pdf.ts'

/** Opens a reader. Nothing starts before the first document comes, and no engine before a document needs it. */
export function openReader(limits: ReaderLimits = {}): Reader {
  const engines = openEngines(limits)
  return {
    async *readPages(bytes, options = {}) {
      const { warnings } = yield* readDocument(engines, bytes, settleOptions(options))
      return omitUndefined({ warnings })
    },
    async read(bytes, options = {}) {
      return collect(readDocument(engines, bytes, settleOptions(options)))
    },
    async readStored(bytes, options = {}) {
      return store(readDocument(engines, bytes, settleOptions(options)))
    },
    inspect: (bytes, options = {}) => inspectDocument(engines, bytes, options),
    openAttachment: (bytes, index, options = {}) =>
      openDocumentAttachment(engines, { bytes, index }, options),
    readEmbedded: (bytes, options = {}) => readEmbedded(engines, bytes, options),
    toPdf: (bytes, options = {}) => renderPdf(engines, bytes, options),
    drawPage: (bytes, options) => drawPage(engines, bytes, options),
    readTableRecords,
    close: () => closeEngines(engines),
  }
}

type Reading = AsyncGenerator<ReadPage, SourceEnd>

async function collect(reading: Reading): Promise<DocumentText> {
  const pages: Page[] = []
  const { attachments, warnings } = await forEachPage(reading, (page) => pages.push(page))
  return {
    formatVersion,
    pages,
    ...omitUndefined({
      attachments: attachments.length > 0 ? attachments : undefined,
      warnings,
    }),
  }
}

async function store(reading: Reading): Promise<StoredText> {
  const writer = openTextWriter()
  const takeTurn = openTurns()
  const { attachments, warnings, embedded } = await forEachPage(reading, (page) => {
    writer.add(page)
    return takeTurn()
  })
  const storedText = writer.finish(
    omitUndefined({ attachments: attachments.length > 0 ? attachments : undefined, warnings }),
  )
  return embedded ? { ...storedText, embedded } : storedText
}

/** Returns what is known of the document at its end. */
async function forEachPage(reading: Reading, take: (page: Page) => unknown): Promise<SourceEnd> {
  for (let next = await reading.next(); ; next = await reading.next()) {
    if (next.done) return next.value
    await take(next.value.page)
  }
}

const turnMilliseconds = 10

/** Lets the rest of the process go on when the last turn was long ago: many pages may come at once. */
function openTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < turnMilliseconds) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
