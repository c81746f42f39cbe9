import type { FieldRow } from './field-rows.ts'

/** Returns the text that is edited: the expected value, or what was read if there is none. */
export const toEditedText = ({ expectedValue, output }: FieldRow): string =>
  (expectedValue ? expectedValue.value : output?.value) ?? ''

const structuredTypes: ReadonlySet<string> = new Set(['json', 'line-item', 'table', 'record'])
const MAX_LINE_LENGTH = 200

/** Whether a value does not fit in a line, so that it is edited in the details of its row. */
export function isLongValue(row: FieldRow): boolean {
  if (structuredTypes.has(row.prompt.type)) return true
  const text = toEditedText(row)
  return text.length > MAX_LINE_LENGTH || text.includes('\n')
}
