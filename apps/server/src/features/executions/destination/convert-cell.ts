import type { CellKind, CellValue, TableColumn } from '@recto/provider-spec/database-connector'
import { badRequest } from '../../../platform/app-error.ts'

type CellContent = Exclude<CellValue, null | Date>

/**
 * Converters by the type of the column; each returns `undefined` for a value that the column cannot
 * hold.
 */
const converters: Readonly<Record<CellKind, (value: CellContent) => CellValue | undefined>> = {
  text: (value) => String(value),
  json: (value) => (typeof value === 'string' && isJson(value) ? value : JSON.stringify(value)),
  number: toNumber,
  decimal: (value) => toLongNumber(value, /^[+-]?\d+(\.\d+)?$/) ?? toNumber(value),
  whole(value) {
    const number = toNumber(value)
    return toLongNumber(value, /^[+-]?\d+$/) ?? (Number.isInteger(number) ? number : undefined)
  },
  truth: (value) => (typeof value === 'boolean' ? value : undefined),
  date: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : toTime(value)),
  time: toTime,
}

function toTime(value: CellContent): Date | undefined {
  const time = new Date(String(value))
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Number of digits that a JavaScript number always holds. */
const maxExactDigits = 15

/** Returns a number of that form as it is written if a JavaScript number would round it. */
function toLongNumber(value: CellContent, form: RegExp): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return form.test(text) && text.replace(/\D/g, '').length > maxExactDigits ? text : undefined
}

/**
 * Converts a value to the type of an existing column. A value that cannot be converted is rejected
 * by name.
 */
export function convertCell(
  value: CellValue,
  { name, kind }: TableColumn,
  table: string,
): CellValue {
  if (value === null || value instanceof Date || kind === null) return value
  const cell = converters[kind](value)
  if (cell !== undefined) return cell
  throw badRequest(`The column “${name}” of “${table}” does not accept ${JSON.stringify(value)}.`)
}

function toNumber(value: CellContent): number | undefined {
  if (typeof value === 'boolean') return undefined
  const number = typeof value === 'number' ? value : Number(value.trim() || Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
