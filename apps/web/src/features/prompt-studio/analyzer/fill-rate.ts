import { isContainer } from '@recto/exact-json/exact-number'
import type { ParsedValue } from '../outputs/format-value.ts'

const PERCENT = 100

export type FillRate = {
  readonly total: number
  readonly filledCount: number
  readonly unfilledCount: number
  /** Percentage with two decimals; `0.00%` if there are no fields. */
  readonly rate: string
}

/** Counts the fields that have a value. 0 and false are values; null and empty values are not. */
export function computeFillRate(fields: Readonly<Record<string, ParsedValue>>): FillRate {
  const values = Object.values(fields)
  const total = values.length
  const filledCount = values.filter(isValue).length
  const share = total === 0 ? 0 : filledCount / total
  return {
    total,
    filledCount,
    unfilledCount: total - filledCount,
    rate: `${(share * PERCENT).toFixed(2)}%`,
  }
}

export function isValue(value: ParsedValue | undefined): boolean {
  if (value === null || value === undefined || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return isContainer(value) ? Object.keys(value).length > 0 : true
}
