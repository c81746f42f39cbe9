import { isInRanges, type NumberRange } from '@recto/document-text/page-ranges'
import { nameOf, ReadError } from '@recto/document-text/read-error'

type PageSelection = {
  /** Page ranges, one-based. */
  readonly ranges: readonly NumberRange[]
  /** Pages of the document. */
  readonly total: number
  /** How many pages may be selected. */
  readonly maxPages: number
  readonly name: string | undefined
}

/** Zero-based numbers in document order. Throws `ReadError` for none and for too many. */
export function selectPages({ ranges, total, maxPages, name }: PageSelection): readonly number[] {
  const selected: number[] = []
  for (let number = 0; number < total; number++) {
    if (!isInRanges(ranges, number + 1)) continue
    if (selected.length === maxPages) throw tooManyPages(name, `${total} pages`, maxPages)
    selected.push(number)
  }
  if (selected.length > 0) return selected
  const pages = total === 1 ? '1 page' : `${total} pages`
  throw new ReadError(
    'no-such-page',
    `${nameOf(name)} has ${pages}, and none of them was selected.`,
  )
}

/** `found` says how many there are, such as `300 pages`. */
export function tooManyPages(
  name: string | undefined,
  foundText: string,
  maxPages: number,
): ReadError {
  return new ReadError(
    'too-many-pages',
    `${nameOf(name)} has ${foundText}; the limit is ${maxPages}.`,
  )
}
