import { setImmediate } from 'node:timers/promises'
import type { Page } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import { describeUnread } from './contained/contained-files.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import { openFileSource } from './open-file-source.ts'
import { unpackPage } from './pages/packed-page.ts'
import type { PageSource, SourcedPage } from './pages/page-source.ts'
import { selectPages } from './pages/select-pages.ts'
import { withoutHidden } from './pages/without-hidden.ts'
import { type DocumentPart, planDocument } from './plan-document.ts'
import type { ReadRequest } from './read-request.ts'

/**
 * A document without pages of its own, such as a mail or a table, set on pages, and the files inside it. How many
 * pages there are is known only at its end, so those that were set are kept packed until then.
 */
export async function* readSetPages(
  engines: Engines,
  file: DetectedFile,
  request: ReadRequest,
): PageSource {
  const start = performance.now()
  const { name, ranges } = request
  const { parts, attachments, pageCount, ...plan } = await planDocument(engines, file, request)
  const warnings = [...plan.warnings]
  const warn = (text: string) => void warnings.push(text)
  const selected = selectPages({ ranges, total: pageCount, maxPages: engines.maxPages, name })
  const counts = { total: pageCount, requestedCount: selected.length }
  const seconds = (performance.now() - start) / 1000 / Math.max(1, selected.length)
  for (const part of parts) {
    const { firstPage, sizes } = part
    const numbers = selected.filter(
      (number) => number >= firstPage && number < firstPage + sizes.length,
    )
    const ownNumbers = numbers.map((number) => number - firstPage)
    const reading = { part, numbers: ownNumbers, request, warn }
    for await (const page of readPart(engines, reading))
      yield { ...page, ...counts, seconds: page.seconds + seconds }
  }
  return { attachments, ...omitUndefined({ warnings: warnings.length > 0 ? warnings : undefined }) }
}

type PartReading = {
  readonly part: DocumentPart
  /** The selected pages of the part, zero-based. */
  readonly numbers: readonly number[]
  readonly request: ReadRequest
  /** Adds a sentence about what is not read. */
  readonly warn: (text: string) => void
}

async function* readPart(engines: Engines, reading: PartReading): AsyncGenerator<SourcedPage> {
  const { part, numbers, request } = reading
  if (numbers.length === 0) return
  if (part.pages) {
    const counts = { total: 0, requestedCount: 0, seconds: 0 }
    for (const number of numbers) {
      const page = withoutHidden(unpackPage(part.pages[number]!), request.hidden)
      yield { page: placePage(page, part), need: 'none', ...counts }
      // All are there already, so nothing else would let other work of the process go on.
      await setImmediate()
    }
    return
  }
  if (request.mode === 'native_text' && documentKind(part.file.type.type) === 'image') {
    yield* failedPages(reading, 'it needs OCR, because it is an image.')
    return
  }
  const partRequest: ReadRequest = {
    ...request,
    name: part.path.at(-1),
    password: undefined,
    ranges: numbers.map((number) => ({ from: number + 1, to: number + 1 })),
    // Embedded data is read of all parts together.
    looksForEmbedded: false,
  }
  const source = openFileSource(engines, part.file, partRequest)
  let readCount = 0
  try {
    for await (const sourcedPage of source) {
      yield { ...sourcedPage, page: placePage(sourcedPage.page, part), isContained: true }
      readCount += 1
    }
  } catch (error) {
    // The other files of the document are read nevertheless.
    if (!(error instanceof ReadError)) throw error
    yield* failedPages({ ...reading, numbers: numbers.slice(readCount) }, error.message)
  }
}

/** Empty pages for those that cannot be read, so that the pages behind them keep their numbers. */
function* failedPages({ part, numbers, warn }: PartReading, reason: string) {
  warn(describeUnread(part.path.join(' › '), reason))
  for (const number of numbers) {
    const { width, height } = part.sizes[number]!
    const page: Page = { number, width, height, rotation: 0, words: [], lines: [] }
    const counts = { total: 0, requestedCount: 0, seconds: 0 }
    yield { page: placePage(page, part), need: 'none' as const, ...counts }
  }
}

/** Gives a page of a part its number in the document, and the name of the file that it comes from. */
function placePage(page: Page, { path, firstPage }: DocumentPart): Page {
  const names = [...path, ...(page.title === undefined ? [] : [page.title])]
  return {
    ...page,
    number: page.number + firstPage,
    ...omitUndefined({ title: names.length > 0 ? names.join(' › ') : undefined }),
  }
}
