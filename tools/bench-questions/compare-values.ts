import type { FieldType, Json } from '@recto/provider-spec/answer'
import { isSame, isSameText } from '../bench-fields/judge-value.ts'

type ExpectedValue = string | number | boolean | null

/** Whether an answer is the expected value, in any notation. */
export function isSameValue(
  answer: Json,
  expected: Exclude<ExpectedValue, null>,
  type: FieldType,
): boolean {
  if (typeof expected === 'boolean') return answer === expected
  if (isSame(answer, expected, type)) return true
  if (typeof expected !== 'string' || typeof answer !== 'string') return false
  return isSameText(answer, expected) || isSameText(dropTitle(answer), dropTitle(expected))
}

const title =
  /^(?:mrs?|ms|miss|dr|herrn?|frau|m|mme|mlle|d|dª|doña|don|sra?|sig|sig\.ra|dott|dhr|mevr|de heer|mevrouw)\.? (?=\p{Lu})/iu

/** A form of address in front of a name means the same. */
const dropTitle = (text: string): string => text.replace(title, '')

type Row = Readonly<Record<string, Json>>

/** The rows of a list answer; none for anything else. */
export function toRows(value: Json): readonly Row[] {
  const rows =
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'rows' in value
      ? (value as { readonly rows: Json }).rows
      : value
  return Array.isArray(rows) ? (rows as readonly Row[]) : []
}

const isSameCell = (cell: Json | undefined, expected: ExpectedValue): boolean =>
  expected === null
    ? cell === null || cell === undefined || cell === ''
    : cell !== null && cell !== undefined && isSameCellValue(cell, expected)

function isSameCellValue(cell: Json, expected: Exclude<ExpectedValue, null>): boolean {
  const type = typeof expected === 'number' ? 'number' : 'text'
  return isSameValue(cell, expected, type)
}

/** Whether the answer has exactly the expected rows in their order, each with all cells in the order of the columns. */
export function wholeListOf(
  value: Json,
  { rows }: { readonly rows: readonly (readonly ExpectedValue[])[] },
): boolean {
  const answeredRows = toRows(value)
  return (
    answeredRows.length === rows.length &&
    rows.every((expected, index) => {
      const cells = Object.values(answeredRows[index] ?? {})
      return (
        cells.length >= expected.length &&
        expected.every((one, column) => isSameCell(cells[column], one))
      )
    })
  )
}
