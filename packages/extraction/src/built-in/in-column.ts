import { heightOf, middle } from '../align/boxes.ts'
import type { Passage } from '../align/passage.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { cellsFromTop, firstBelow } from './cells-from-top.ts'
import type { PreparedDocument } from './prepare-document.ts'

const reach = 8

/** Amounts or days under one another are the lines of a table, and what stands over them heads a column. */
export function isInColumn(
  prepared: PreparedDocument,
  place: Pick<Passage, 'page' | 'box'>,
  kind: 'amount' | 'date',
): boolean {
  const height = heightOf(place.box)
  const cells = cellsFromTop(prepared, place.page)
  for (let i = firstBelow(cells, middle(place.box) + height / 2); i < cells.length; i++) {
    const cell = cells[i]
    if (!cell || middle(cell.box) - middle(place.box) >= reach * height) return false
    const isAligned = [0, 2].some(
      (side) => Math.abs((cell.box[side] ?? 0) - (place.box[side] ?? 0)) < height,
    )
    const found =
      kind === 'amount' ? findNumbers(cell.text, prepared.decimalMark) : findDates(cell.text)
    if (isAligned && found.length > 0) return true
  }
  return false
}
