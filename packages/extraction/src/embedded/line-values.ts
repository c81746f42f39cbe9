import type { EmbeddedLine, EmbeddedValue } from '@recto/document-text/embedded'
import type { LineColumn } from './line-columns.ts'

/** Value of a line for a column, with its source fields. */
export type LineValue = {
  readonly value: string | number
  /** The field, then the field that it was converted with. */
  readonly said: readonly [EmbeddedValue, ...EmbeddedValue[]]
  /** Value in the field, when the answer differs from it. */
  readonly written?: string | number
}

const price = 'BT-146'
const base = 'BT-149'
const unit = 'BT-130'
const unitOfBase = 'BT-150'

export const fieldOf = ({ values }: EmbeddedLine, term: string): EmbeddedValue | undefined =>
  values.find((value) => value.term === term)

const typed = ({ kind, value }: EmbeddedValue): string | number =>
  kind === 'number' ? Number(value) : value

/**
 * Returns the value of a line for a column. A price is per unit: a price for a hundred is divided,
 * unless the question also asks for the base quantity.
 */
export function valueIn(
  line: EmbeddedLine,
  { term }: LineColumn,
  columns: readonly LineColumn[],
): LineValue | undefined {
  const field = fieldOf(line, term)
  if (!field) return undefined
  const value = typed(field)
  const pieces = term === price && !columns.some((one) => one.term === base) && piecesOf(line)
  if (!pieces || typeof value !== 'number') return { value, said: [field] }
  return { value: quotient(value, Number(pieces.value)), said: [field, pieces], written: value }
}

/** Returns the base quantity when the price is not for one unit. */
function piecesOf(line: EmbeddedLine): EmbeddedValue | undefined {
  const pieces = fieldOf(line, base)
  return pieces && Number(pieces.value) !== 1 ? pieces : undefined
}

/**
 * Whether no unit price can be computed: the price is for a quantity of zero, or for another unit.
 */
export function hasNoUnitPrice(line: EmbeddedLine): boolean {
  const pieces = fieldOf(line, base)
  if (!pieces) return false
  const own = fieldOf(line, unit)?.value
  const ofBase = fieldOf(line, unitOfBase)?.value
  return Number(pieces.value) <= 0 || (ofBase !== undefined && ofBase !== own)
}

/** Divides without floating-point noise: 41.2 for a hundred is 0.412 for one. */
const quotient = (amount: number, pieces: number) => Number((amount / pieces).toPrecision(12))
