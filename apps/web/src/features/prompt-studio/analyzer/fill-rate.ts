import type { ParsedValue } from '../outputs/format-value.ts'

const HUNDRED = 100

export type Fill = {
  readonly total: number
  readonly filled: number
  readonly unfilled: number
  /** With two decimals; of no field at all it is `0.00%`. */
  readonly rate: string
}

/** How many of the fields have a value. 0 and false are values; nothing, and what is empty, are none. */
export function fillOf(fields: Readonly<Record<string, ParsedValue>>): Fill {
  const values = Object.values(fields)
  const total = values.length
  const filled = values.filter(isValue).length
  const share = total === 0 ? 0 : filled / total
  return { total, filled, unfilled: total - filled, rate: `${(share * HUNDRED).toFixed(2)}%` }
}

export function isValue(value: ParsedValue | undefined): boolean {
  if (value === null || value === undefined || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'object' ? Object.keys(value).length > 0 : true
}
