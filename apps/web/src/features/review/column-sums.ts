import { approximate, isAnyNumber, isContainer } from '@recto/exact-json/exact-number'
import type { Output } from './item.ts'

export type ColumnSum = {
  readonly column: string
  readonly sum: string
  /** The field of the document that states the same number. */
  readonly equalField: string | undefined
}

/** Digits behind which sums of decimal fractions differ by nothing but noise. */
const maxDecimals = 6

/** Adds up the columns that contain numbers, and finds the fields of the document that agree. */
export function sumColumns(
  rows: readonly unknown[],
  columns: readonly string[],
  output: Output,
): readonly ColumnSum[] {
  return columns
    .map((column, place) => {
      const cells = rows.map((row) => cellOf(row, column, place)).filter((cell) => cell !== null)
      if (cells.length === 0 || !cells.every(isAnyNumber)) return undefined
      const sum = cells.reduce<number>((total, cell) => total + approximate(cell), 0)
      const equal = Object.entries(output).find(
        ([, value]) => isAnyNumber(value) && round(approximate(value)) === round(sum),
      )
      return { column, sum: String(round(sum)), equalField: equal?.[0] }
    })
    .filter((value) => value !== undefined)
}

const round = (value: number): number => Number(value.toFixed(maxDecimals))

function cellOf(row: unknown, column: string, place: number): unknown {
  if (!isContainer(row)) return null
  return (Array.isArray(row) ? row[place] : (row as Output)[column]) ?? null
}
