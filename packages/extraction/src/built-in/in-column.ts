import type { Box } from '@recto/document-text/model'
import { heightOf, middle } from '../align/boxes.ts'
import type { Passage } from '../align/passage.ts'
import { findDates } from '../values/parse-date.ts'
import { type DecimalMark, findNumbers } from '../values/parse-number.ts'
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
  const lowest = middle(place.box) + reach * height
  for (let i = firstBelow(cells, middle(place.box) + height / 2); i < cells.length; i++) {
    const cell = cells[i]
    if (!cell || middle(cell.box) >= lowest) return false
    if (!isAligned(cell, place.box)) continue
    if (isOfKind(cell.text, kind, prepared.decimalMark)) return true
    // Other words under a day are the next heading.
    if (kind === 'date') return false
  }
  return false
}

function isAligned({ box }: Passage, [left, top, right, bottom]: Box): boolean {
  return Math.abs(box[0] - left) < bottom - top || Math.abs(box[2] - right) < bottom - top
}

/** The number of a day is no amount. */
function isOfKind(text: string, kind: 'amount' | 'date', mark: DecimalMark | undefined): boolean {
  if (kind === 'date') return findDates(text).length > 0
  return findDates(text).length === 0 && findNumbers(text, mark).length > 0
}
