import {
  type AnyNumber,
  approximate,
  isExactNumber,
  readNumber,
  toPlainDigits,
} from '@recto/exact-json/exact-number'
import { hasExactNumber, parseExactJson } from '@recto/exact-json/parse-json'
import type { CellKind, CellValue, TableColumn } from '@recto/provider-spec/database-connector'
import { badRequest } from '../../../platform/app-error.ts'
import type { CellContent } from './build-row.ts'

type FilledCell = Exclude<CellContent, null | Date>

/**
 * Converters by the type of the column; each returns `undefined` for a value that the column cannot
 * hold.
 */
const converters: Readonly<Record<CellKind, (value: FilledCell) => CellValue | undefined>> = {
  text: (value) => String(value),
  json: (value) => (typeof value === 'string' && isJson(value) ? value : JSON.stringify(value)),
  number: (value) => toCell(toNumber(value)),
  decimal: (value) => toCell(toNumber(value)),
  whole(value) {
    const number = toNumber(value)
    if (number === undefined || toPlainDigits(number).includes('.')) return undefined
    return toCell(number)
  },
  truth: (value) => (typeof value === 'boolean' ? value : undefined),
  date: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : toTime(value)),
  time: toTime,
}

function toTime(value: FilledCell): Date | undefined {
  if (isExactNumber(value)) return undefined
  const time = new Date(String(value))
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** A number that a JavaScript number would round is written as its digits. */
const toCell = (number: AnyNumber | undefined): CellValue | undefined =>
  isExactNumber(number) ? number.exactDigits : number

/**
 * Converts a value to the type of an existing column. A value that cannot be converted is rejected
 * by name, and so is a number that the column would round.
 */
export function convertCell(value: CellContent, column: TableColumn, table: string): CellValue {
  const { name, kind } = column
  if (value === null || value instanceof Date) return value
  assertNotRounded(value, column, table)
  if (kind === null) return isExactNumber(value) ? value.exactDigits : value
  const cell = converters[kind](value)
  if (cell !== undefined) return cell
  throw badRequest(`The column “${name}” of “${table}” does not accept ${JSON.stringify(value)}.`)
}

function toNumber(value: FilledCell): AnyNumber | undefined {
  if (typeof value === 'boolean') return undefined
  const number = typeof value === 'string' ? readNumber(value.trim()) : value
  return number !== undefined && Number.isFinite(approximate(number)) ? number : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a column of rounded numbers cannot hold the value, but one of exact numbers could. */
export function needsExactColumn(value: CellContent, { kind }: TableColumn): boolean {
  return kind === 'number' && isLongNumber(value)
}

/** Whether a program would round the value. The database checks all other values. */
const isLongNumber = (value: CellContent): value is Exclude<FilledCell, boolean> =>
  value !== null && !(value instanceof Date) && isExactNumber(toNumber(value))

function assertNotRounded(value: FilledCell, column: TableColumn, table: string): void {
  const { kind, roundsJson } = column
  if (
    roundsJson &&
    typeof value === 'string' &&
    isJson(value) &&
    hasExactNumber(parseExactJson(value))
  )
    throw createRoundingError('It contains numbers with more digits', column, table)
  const isOfNumbers = kind === 'number' || kind === 'decimal' || kind === 'whole'
  if (!isOfNumbers || !isLongNumber(value)) return
  const number = toNumber(value)
  if (number === undefined) return
  const digits = toPlainDigits(number)
  if (kind !== 'number' && fits(digits, column)) return
  throw createRoundingError(`${digits} has more digits`, column, table)
}

function fits(plainDigits: string, { digits: limits }: TableColumn): boolean {
  if (!limits) return true
  const [whole = '', fraction = ''] = plainDigits.replace('-', '').split('.')
  const { precision, scale } = limits
  return whole.length + fraction.length <= precision && fraction.length <= scale
}

const createRoundingError = (problem: string, { name, type }: TableColumn, table: string) =>
  badRequest(
    `The column “${name}” of “${table}” would round the value: ${problem} than its type ${type} holds. Change the type to one of exact numbers with enough digits, or to text.`,
  )
