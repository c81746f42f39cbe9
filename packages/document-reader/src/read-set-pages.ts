import { setImmediate } from 'node:timers/promises'
import type { Page } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
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
  const { parts, attachments, warnings, pageCount } = await planDocument(engines, file, request)
  const selected = selectPages({ ranges, total: pageCount, maxPages: engines.maxPages, name })
  const counts = { total: pageCount, requestedCount: selected.length }
  const seconds = (performance.now() - start) / 1000 / Math.max(1, selected.length)
  for (const part of parts) {
    const { firstPage, sizes } = part
    const numbers = selected.filter(
      (number) => number >= firstPage && number < firstPage + sizes.length,
    )
    const reading = { part, numbers: numbers.map((number) => number - firstPage), request }
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
}

async function* readPart(
  engines: Engines,
  { part, numbers, request }: PartReading,
): AsyncGenerator<SourcedPage> {
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
  const partRequest: ReadRequest = {
    ...request,
    name: part.path.at(-1),
    password: undefined,
    ranges: numbers.map((number) => ({ from: number + 1, to: number + 1 })),
    // Embedded data is read of all parts together.
    looksForEmbedded: false,
  }
  for await (const sourcedPage of openFileSource(engines, part.file, partRequest))
    yield { ...sourcedPage, page: placePage(sourcedPage.page, part) }
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
