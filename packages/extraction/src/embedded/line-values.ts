import type { EmbeddedLine, EmbeddedValue } from '@recto/document-text/embedded'
import type { LineColumn } from './line-columns.ts'

/** What a line says of a column, and by which of its fields. */
export type LineValue = {
  readonly value: string | number
  /** The field, then what it was reckoned with. */
  readonly said: readonly [EmbeddedValue, ...EmbeddedValue[]]
  /** As the field has it, where the value is another. */
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
 * What a line says of a column. A price is that of one piece: where the line has it for a hundred it is divided, unless
 * it is asked for how many it is.
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

/** Where a price is for more or less than one piece. */
function piecesOf(line: EmbeddedLine): EmbeddedValue | undefined {
  const pieces = fieldOf(line, base)
  return pieces && Number(pieces.value) !== 1 ? pieces : undefined
}

/** Whether nobody can say what one piece of the line costs: its price is for nothing, or for pieces of another unit. */
export function hasNoUnitPrice(line: EmbeddedLine): boolean {
  const pieces = fieldOf(line, base)
  if (!pieces) return false
  const [own, ofBase] = [fieldOf(line, unit)?.value, fieldOf(line, unitOfBase)?.value]
  return Number(pieces.value) <= 0 || (ofBase !== undefined && ofBase !== own)
}

/** Without what binary fractions add: 41.2 for a hundred is 0.412 for one. */
const quotient = (amount: number, pieces: number) => Number((amount / pieces).toPrecision(12))
