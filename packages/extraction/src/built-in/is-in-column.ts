import type { Box } from '@recto/document-text/model'
import { getHeight, middle } from '../align/boxes.ts'
import type { Passage } from '../align/passage.ts'
import type { DecimalMark } from '../values/decimal-mark.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findFirstBelow, getCellsByHeight } from './cells-by-height.ts'
import type { PreparedDocument } from './prepare-document.ts'

const maxDistance = 8

/**
 * Whether another amount or date stands below in the same column: then they are lines of a table,
 * and the label above them is a column heading.
 */
export function isInColumn(
  preparedDocument: PreparedDocument,
  place: Pick<Passage, 'page' | 'box'>,
  kind: 'amount' | 'date',
): boolean {
  const height = getHeight(place.box)
  const cells = getCellsByHeight(preparedDocument, place.page)
  const maxMiddle = middle(place.box) + maxDistance * height
  for (let i = findFirstBelow(cells, middle(place.box) + height / 2); i < cells.length; i++) {
    const cell = cells[i]
    if (!cell || middle(cell.box) >= maxMiddle) return false
    if (!isAligned(cell, place.box)) continue
    if (isOfKind(cell.text, kind, preparedDocument.decimalMark)) return true
    // Other words below a date are the next heading.
    if (kind === 'date') return false
  }
  return false
}

function isAligned({ box }: Passage, [left, top, right, bottom]: Box): boolean {
  return Math.abs(box[0] - left) < bottom - top || Math.abs(box[2] - right) < bottom - top
}

/** A number inside a date is not an amount. */
function isOfKind(text: string, kind: 'amount' | 'date', mark: DecimalMark | undefined): boolean {
  if (kind === 'date') return findDates(text).length > 0
  return findDates(text).length === 0 && findNumbers(text, mark).length > 0
}
