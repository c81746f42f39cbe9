import { setImmediate } from 'node:timers/promises'
import type { ConvertFile } from './formats/convert-job.ts'
import type { Converter } from './formats/open-converter.ts'
import type { PageSource } from './page-source.ts'
import { type PackedPage, packPage, unpackPage } from './pool/packed-page.ts'
import type { ReadRequest } from './read-request.ts'
import { selectPages, tooManyPages } from './select-pages.ts'

/**
 * A document without pages of its own, such as a mail or a table, set on pages. How many there are is known only at
 * its end, so they are kept packed until then.
 */
export async function* readSetPages(
  { converter, maxPages }: { readonly converter: Converter; readonly maxPages: number },
  file: ConvertFile,
  { name, ranges, signal }: ReadRequest,
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
  const selected = selectPages({ ranges, total, most: maxPages, name })
  for (const number of selected) {
    const page = unpackPage(pages[number]!)
    yield { page, need: 'none', total, requested: selected.length, seconds }
    // All are there already, so nothing else would let other work of the process go on.
    await setImmediate()
  }
  return end
}
