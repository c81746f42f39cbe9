import type { Json } from '@recto/provider-spec/answer'
import { wordsOf } from '../values/fold.ts'
import { getMonthNames } from '../values/month-names.ts'
import { parseDate } from '../values/parse-date.ts'
import { type DecimalMark, parseExactNumber } from '../values/parse-number.ts'
import { numberKey } from './keys.ts'

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

/** Returns the units of each cell of a row; empty cells are left out. */
export function cellsOf(row: Row, mark?: DecimalMark): readonly RowCell[] {
  return Object.entries(row)
    .map(([column, value]) => {
      const units = unitsOf(value, mark)
      return units.length > 0 ? { column, units } : undefined
    })
    .filter((value) => value !== undefined)
}

function unitsOf(value: Json, mark?: DecimalMark): readonly Unit[] {
  if (typeof value === 'number') return [numberUnit(value, String(value))]
  if (typeof value === 'string') return textUnits(value, mark)
  if (value === null || typeof value === 'boolean') return []
  return Object.values(value).flatMap((part: Json) => unitsOf(part, mark))
}

/** Short numbers weigh less, because they occur in many places. */
function numberUnit(value: number, written: string): Unit {
  const digits = written.replace(/\D/g, '')
  const weight = digits.length > 3 ? 3 : digits.length > 1 ? 2 : 1
  return { keys: [numberKey(value), `w:${digits}`], weight }
}

function textUnits(text: string, mark?: DecimalMark): readonly Unit[] {
  const date = parseDate(text)
  if (date && text.length < 40) return dateUnits(date.slice(0, 10))
  const number = parseExactNumber(text, mark)
  if (number !== undefined) return [numberUnit(number, text)]
  const words = wordsOf(text)
  const weights = words.map((word) => Math.min(word.length / 4, 1.5))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const share = sum > maxTextWeight ? maxTextWeight / sum : 1
  return words.map((word, i) => ({ keys: [`w:${word}`], weight: (weights[i] ?? 0) * share }))
}

/** Includes the day and month without the year, which a statement rarely prints on each line. */
function dateUnits(iso: string): readonly Unit[] {
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
