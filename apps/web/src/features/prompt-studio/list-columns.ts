import { isContainer } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'

/** Returns the names of the columns of a list, from the text of its value; none if it is no list. */
export function listColumnsOf(text: string | null): readonly string[] {
  const value = parse(text)
  const rows = Array.isArray(value) ? value : rowsBelowHeaders(value)
  const names = rows
    .filter(isContainer)
    .flatMap((row) => (Array.isArray(row) ? [] : Object.keys(row)))
  return [...new Set(names)]
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : parseExactJson(text)
  } catch {
    return null
  }
}

function rowsBelowHeaders(value: unknown): readonly unknown[] {
  const rows = isContainer(value) && !Array.isArray(value) && (value as { rows?: unknown }).rows
  return Array.isArray(rows) ? rows : []
}
