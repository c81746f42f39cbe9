import { type AnyNumber, isAnyNumber, toPlainDigits } from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'
import type { DecimalMark } from '../values/decimal-mark.ts'
import { getMonthNames } from '../values/month-names.ts'
import { parseDate } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { type LineWord, splitWords } from './line-words.ts'

export type Row = { readonly [column: string]: Json }

/** Word, number or date that a row's line must contain. */
export type Unit = {
  /** Alternative keys; one of them must match. */
  readonly keys: readonly string[]
  /** Keys by which the line of the row is found; here the sign of a number is ignored. */
  readonly lineKeys: readonly string[]
  readonly weight: number
  /** Whether the value is wrong without it: words may be misread, but not digits. */
  readonly isRequired: boolean
}

export type RowCell = { readonly column: string; readonly units: readonly Unit[] }

/** Maximum weight of a text: long texts are rarely all on one line. */
const maxTextWeight = 3

/** Returns the key by which numbers are compared, digit by digit and with the sign. */
export const numberKey = (value: AnyNumber): string => `n:${toPlainDigits(value)}`

/** Returns the key of a number without its sign. */
export const magnitudeKey = (value: AnyNumber): string =>
  `m:${toPlainDigits(value).replace('-', '')}`

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
  if (isAnyNumber(value)) return [toNumberUnit([value], String(value))]
  if (typeof value === 'string') return toTextUnits(value, mark)
  if (value === null || typeof value === 'boolean') return []
  return Object.values(value).flatMap((part: Json) => toUnits(part, mark))
}

/** Short numbers weigh less, because they occur in many places. */
function toNumberUnit(readings: readonly AnyNumber[], text: string): Unit {
  const digits = text.replace(/\D/g, '')
  const weight = digits.length > 3 ? 3 : digits.length > 1 ? 2 : 1
  const wordKeys = /^\d+$/.test(text.trim()) ? [`w:${text.trim()}`] : []
  const keys = [...readings.map(numberKey), ...wordKeys]
  return { keys, lineKeys: [...keys, ...readings.map(magnitudeKey)], weight, isRequired: true }
}

function toTextUnits(text: string, mark?: DecimalMark): readonly Unit[] {
  const date = parseDate(text)
  if (date && text.length < 40) return toDateUnits(date.slice(0, 10))
  const numbers = findNumbers(text, mark)
  const [first] = numbers
  if (first && numbers.length === 1 && first.start === 0 && first.end === text.trim().length)
    return [toNumberUnit([first.number, ...first.otherNumbers], text)]
  const units = [
    ...numbers
      .filter(({ isPlain }) => !isPlain)
      .map((one) =>
        toNumberUnit([one.number, ...one.otherNumbers], text.slice(one.start, one.end)),
      ),
    ...splitWords(text, numbers).map(toWordUnit),
  ]
  const sum = units.reduce((all, { weight }) => all + weight, 0)
  const share = sum > maxTextWeight ? maxTextWeight / sum : 1
  return units.map((unit) => ({ ...unit, weight: unit.weight * share }))
}

function toWordUnit({ key, text }: LineWord): Unit {
  const weight = Math.min(text.length / 4, 1.5)
  return { keys: [key], lineKeys: [key], weight, isRequired: /\d/.test(text) }
}

/** Returns the day and the month without the year, which a statement rarely prints on each line. */
function toDateUnits(iso: string): readonly Unit[] {
  const [, month = '', day = ''] = iso.split('-')
  const toUnit = (digits: string, names: readonly string[] = []): Unit => {
    const words = [digits, String(Number(digits))]
    const digitKeys = words.flatMap((word) => [`w:${word}`, `p:${word}`])
    const keys = [`d:${iso}`, ...digitKeys, ...names.map((name) => `w:${name}`)]
    return { keys, lineKeys: keys, weight: 1, isRequired: true }
  }
  return [toUnit(day), toUnit(month, getMonthNames(Number(month)))]
}

export const weightOf = (cells: readonly RowCell[]): number =>
  cells.reduce((sum, { units }) => sum + units.reduce((all, { weight }) => all + weight, 0), 0)
