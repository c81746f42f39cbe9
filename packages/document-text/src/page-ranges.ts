/** Both ends belong to it; an open end is infinite. */
export type NumberRange = { readonly from: number; readonly to: number }

const item = /^(\d{1,9})(-(\d{1,9})?)?$/

/**
 * Reads `1-3,7,9-`. Blank text is everything. `undefined` when the text is no such list or a range runs backwards.
 * Spaces around an item are allowed.
 */
export function parseRanges(text: string): readonly NumberRange[] | undefined {
  if (text.trim() === '') return [{ from: 0, to: Number.POSITIVE_INFINITY }]
  const ranges = text.split(',').map((part) => parseItem(part.trim()))
  return ranges.every((range) => range !== undefined) ? ranges : undefined
}

function parseItem(text: string): NumberRange | undefined {
  const match = item.exec(text)
  if (!match) return undefined
  const from = Number(match[1])
  const open = match[2] ? Number.POSITIVE_INFINITY : from
  const to = match[3] ? Number(match[3]) : open
  return from <= to ? { from, to } : undefined
}

export function isInRanges(ranges: readonly NumberRange[], number: number): boolean {
  return ranges.some(({ from, to }) => number >= from && number <= to)
}
