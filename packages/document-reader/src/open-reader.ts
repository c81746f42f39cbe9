import { type DocumentText, formatVersion, type Page } from '@recto/document-text/model'
import type { Reader, ReadPage } from '@recto/document-text/reader'
import { drawPage } from './draw-page.ts'
import { closeEngines, openEngines, type ReaderLimits } from './engines.ts'
import { inspectDocument } from './inspect-document.ts'
import { openAttachment } from './open-attachment.ts'
import type { SourceEnd } from './pages/page-source.ts'
import { readDocument } from './read-document.ts'
import { settleOptions } from './read-request.ts'

/** Opens a reader. Nothing starts before the first document comes, and no engine before a document needs it. */
export function openReader(limits: ReaderLimits = {}): Reader {
  const engines = openEngines(limits)
  return {
    async *readPages(bytes, options = {}) {
      yield* readDocument(engines, bytes, settleOptions(options))
    },
    async read(bytes, options = {}) {
      return collect(readDocument(engines, bytes, settleOptions(options)))
    },
    inspect: (bytes, options = {}) => inspectDocument(engines, bytes, options),
    openAttachment: (bytes, index, options = {}) =>
      openAttachment(engines, { bytes, index }, options),
    drawPage: (bytes, options) => drawPage(engines, bytes, options),
    close: () => closeEngines(engines),
  }
}

async function collect(reading: AsyncGenerator<ReadPage, SourceEnd>): Promise<DocumentText> {
  const pages: Page[] = []
  for (let next = await reading.next(); ; next = await reading.next()) {
    if (!next.done) {
      pages.push(next.value.page)
      continue
    }
    const { attachments } = next.value
    return { formatVersion, pages, ...(attachments.length === 0 ? {} : { attachments }) }
  }
}
