import { setImmediate } from 'node:timers/promises'
import type { Converter } from './converter/open-converter.ts'
import type { DetectedFile } from './detect/file-type.ts'
import { type PackedPage, packPage, unpackPage } from './pages/packed-page.ts'
import type { PageSource } from './pages/page-source.ts'
import { selectPages, tooManyPages } from './pages/select-pages.ts'
import { withoutHidden } from './pages/without-hidden.ts'
import type { ReadRequest } from './read-request.ts'

/**
 * A document without pages of its own, such as a mail or a table, set on pages. How many there are is known only at
 * its end, so they are kept packed until then.
 */
export async function* readSetPages(
  { converter, maxPages }: { readonly converter: Converter; readonly maxPages: number },
  file: DetectedFile,
  { name, ranges, signal, hidden }: ReadRequest,
): PageSource {
  const start = performance.now()
  const pages: PackedPage[] = []
  const end = await converter.readPages(
    file,
    async (page) => {
      if (pages.length === maxPages)
        throw tooManyPages(name, `more than ${maxPages} pages`, maxPages)
      pages.push(packPage(page))
    },
    signal,
  )
  const seconds = (performance.now() - start) / 1000 / Math.max(1, pages.length)
  const total = pages.length
  const selected = selectPages({ ranges, total, maxPages, name })
  for (const number of selected) {
    const page = withoutHidden(unpackPage(pages[number]!), hidden)
    yield { page, need: 'none', total, requestedCount: selected.length, seconds }
    // All are there already, so nothing else would let other work of the process go on.
    await setImmediate()
  }
  return end
}
