/** Rows and columns from 0, both ends included. */
export type CellRange = {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

const maxRanges = 10_000

/** Reads ranges such as `A1:C10 E5`. */
export function parseCellRanges(text: string): readonly CellRange[] {
  return text
    .split(/\s+/, maxRanges)
    .map((range) => range.split(':'))
    .map(([first = '', last = first]) => ({
      top: rowOf(first, 0),
      left: columnOf(first, 0),
      bottom: rowOf(last, Number.POSITIVE_INFINITY),
      right: columnOf(last, Number.POSITIVE_INFINITY),
    }))
}

export const isInRange = (range: CellRange, row: number, column: number): boolean =>
  row >= range.top && row <= range.bottom && column >= range.left && column <= range.right

/** A reference may name whole rows or columns only. */
function rowOf(reference: string, usual: number): number {
  const digits = /\d{1,7}$/.exec(reference)?.[0]
  return digits === undefined ? usual : Number(digits) - 1
}

/** `AB12` is column 27. */
export function columnOf(reference: string, usual: number): number {
  const letters = /^\$?([A-Z]{1,3})/i.exec(reference)?.[1]
  if (letters === undefined) return usual
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
