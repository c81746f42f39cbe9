import { shortId } from '../../../shared/table/DataTable.tsx'
import { labelOfValue } from '../../../shared/words/value-label.ts'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import type { AuditedChange } from './audit-entry.ts'

/** Names of what the entries refer to, by id. */
export type AuditNames = Readonly<Record<string, string>>

/** A value that differs; absent on the side that does not have it. */
export type ChangedValue = {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const nameOfId = (id: string, names: AuditNames): string =>
  names[id.toLowerCase()] ?? `id …${shortId(id)}`

/** A name as people read it. What has no name is listed by its id. */
export const nameOfTarget = ({ name }: Pick<AuditedChange, 'name'>, names: AuditNames): string =>
  idPattern.test(name) ? nameOfId(name, names) : name

/** Lists only the values that differ. */
export function changesOf(
  { before: valuesBefore, after: valuesAfter }: Pick<AuditedChange, 'before' | 'after'>,
  names: AuditNames,
): readonly ChangedValue[] {
  const format = (values: object | null) =>
    new Map(
      Object.entries(values ?? {}).map(([name, value]) => [name, formatValue(name, value, names)]),
    )
  const oldTexts = format(valuesBefore)
  const newTexts = format(valuesAfter)
  return [...new Set([...oldTexts.keys(), ...newTexts.keys()])]
    .map((name) => ({ name, before: oldTexts.get(name), after: newTexts.get(name) }))
    .filter(({ before: oldText, after: newText }) => oldText !== newText)
}

/** The changes in one line. What an entry created or deleted has its new or old values alone. */
export const summaryOf = (changes: readonly ChangedValue[]): string =>
  changes
    .map(({ name, before: oldText, after: newText }) => {
      const texts = [oldText, newText].filter((text) => text !== undefined)
      return `${labelOfWord(name)}: ${texts.join(' → ')}`
    })
    .join(' · ')

function formatValue(name: string, value: unknown, names: AuditNames): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return value.map((item) => formatValue(name, item, names)).join(', ')
  }
  if (typeof value === 'object') return formatFields(value, names)
  const text = String(value)
  return idPattern.test(text) ? nameOfId(text, names) : labelOfValue(name, text)
}

function formatFields(values: object, names: AuditNames): string {
  const entries = Object.entries(values)
  if (entries.length === 0) return 'none'
  return entries
    .map(([name, value]) => `${labelOfWord(name)} ${formatValue(name, value, names)}`)
    .join(', ')
}
