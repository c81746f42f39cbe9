import type { EmbeddedLine, EmbeddedValue } from '@recto/document-text/embedded'
import { type AnyNumber, readNumber } from '@recto/exact-json/exact-number'
import type { LineColumn } from './line-columns.ts'

/** Value of a line for a column, with its source fields. */
export type LineValue = {
  readonly value: string | AnyNumber
  /** The field, then the field that it was converted with. */
  readonly sources: readonly [EmbeddedValue, ...EmbeddedValue[]]
  /** Value in the field, when the answer differs from it. */
  readonly sourceValue?: string | AnyNumber
}

const price = 'BT-146'
const base = 'BT-149'
const unit = 'BT-130'
const unitOfBase = 'BT-150'

export const findField = ({ values }: EmbeddedLine, term: string): EmbeddedValue | undefined =>
  values.find((value) => value.term === term)

const toTypedValue = ({ kind, value }: EmbeddedValue): string | AnyNumber =>
  kind === 'number' ? (readNumber(value) ?? value) : value

/**
 * Returns the value of a line for a column. A price is per unit: a price for a hundred is divided,
 * unless the question also asks for the base quantity.
 */
export function getLineValue(
  line: EmbeddedLine,
  { term }: LineColumn,
  columns: readonly LineColumn[],
): LineValue | undefined {
  const field = findField(line, term)
  if (!field) return undefined
  const value = toTypedValue(field)
  const baseQuantity =
    term === price && !columns.some((one) => one.term === base) && findBaseQuantity(line)
  if (!baseQuantity || typeof value !== 'number') return { value, sources: [field] }
  return {
    value: divide(value, Number(baseQuantity.value)),
    sources: [field, baseQuantity],
    sourceValue: value,
  }
}

/** Returns the base quantity when the price is not for one unit. */
function findBaseQuantity(line: EmbeddedLine): EmbeddedValue | undefined {
  const baseQuantity = findField(line, base)
  return baseQuantity && Number(baseQuantity.value) !== 1 ? baseQuantity : undefined
}

/**
 * Whether no unit price can be computed: the price is for a quantity of zero, or for another unit.
 */
export function hasNoUnitPrice(line: EmbeddedLine): boolean {
  const baseQuantity = findField(line, base)
  if (!baseQuantity) return false
  const lineUnit = findField(line, unit)?.value
  const baseUnit = findField(line, unitOfBase)?.value
  return Number(baseQuantity.value) <= 0 || (baseUnit !== undefined && baseUnit !== lineUnit)
}

/** Divides without floating-point noise: 41.2 for a hundred is 0.412 for one. */
const divide = (amount: number, quantity: number) => Number((amount / quantity).toPrecision(12))
