import type { Json } from '@recto/provider-spec/answer'
import { wordsOf } from '../values/fold.ts'
import { getMonthNames } from '../values/month-names.ts'
import { parseDate } from '../values/parse-date.ts'
import { type DecimalMark, parseExactNumber } from '../values/parse-number.ts'

export type Row = { readonly [column: string]: Json }

/** Word, number or date that a row's line must contain. */
export type Unit = {
  /** Alternative keys; one of them must match. */
  readonly keys: readonly string[]
  readonly weight: number
}

export type RowCell = { readonly column: string; readonly units: readonly Unit[] }

/** Maximum weight of a text: long texts are rarely all on one line. */
const maxTextWeight = 3

/**
 * Returns the key by which numbers are compared. Signs are ignored, because their notation varies
 * too much.
 */
export const numberKey = (value: number): string => `n:${Number(Math.abs(value).toPrecision(12))}`

/** Returns the units of each cell of a row; empty cells are left out. */
export function toRowCells(row: Row, mark?: DecimalMark): readonly RowCell[] {
  return Object.entries(row)
    .map(([column, value]) => {
      const units = toUnits(value, mark)
      return units.length > 0 ? { column, units } : undefined
    })
    .filter((value) => value !== undefined)
}

function toUnits(value: Json, mark?: DecimalMark): readonly Unit[] {
  if (typeof value === 'number') return [toNumberUnit(value, String(value))]
  if (typeof value === 'string') return toTextUnits(value, mark)
  if (value === null || typeof value === 'boolean') return []
  return Object.values(value).flatMap((part: Json) => toUnits(part, mark))
}

/** Short numbers weigh less, because they occur in many places. */
function toNumberUnit(value: number, text: string): Unit {
  const digits = text.replace(/\D/g, '')
  const weight = digits.length > 3 ? 3 : digits.length > 1 ? 2 : 1
  return { keys: [numberKey(value), `w:${digits}`], weight }
}

function toTextUnits(text: string, mark?: DecimalMark): readonly Unit[] {
  const date = parseDate(text)
  if (date && text.length < 40) return toDateUnits(date.slice(0, 10))
  const number = parseExactNumber(text, mark)
  if (number !== undefined) return [toNumberUnit(number, text)]
  const words = wordsOf(text)
  const weights = words.map((word) => Math.min(word.length / 4, 1.5))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const share = sum > maxTextWeight ? maxTextWeight / sum : 1
  return words.map((word, i) => ({ keys: [`w:${word}`], weight: (weights[i] ?? 0) * share }))
}

/** Returns the day and the month without the year, which a statement rarely prints on each line. */
function toDateUnits(iso: string): readonly Unit[] {
  const [, month = '', day = ''] = iso.split('-')
  const words = (digits: string, names: readonly string[] = []) =>
    [digits, String(Number(digits)), ...names].map((word) => `w:${word}`)
  return [
    { keys: [`d:${iso}`, ...words(day)], weight: 1 },
    { keys: [`d:${iso}`, ...words(month, getMonthNames(Number(month)))], weight: 1 },
  ]
}

export const weightOf = (cells: readonly RowCell[]): number =>
  cells.reduce((sum, { units }) => sum + units.reduce((all, { weight }) => all + weight, 0), 0)
