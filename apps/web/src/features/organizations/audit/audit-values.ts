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

/** Formats a text that a value contains. */
type TextFormat = (name: string, text: string) => string

const formatByName =
  (names: AuditNames): TextFormat =>
  (name, text) =>
    idPattern.test(text) ? nameOfId(text, names) : labelOfValue(name, text)

const formatByNameAndId =
  (names: AuditNames): TextFormat =>
  (name, text) => {
    if (!idPattern.test(text)) return labelOfValue(name, text)
    const subject = names[text.toLowerCase()]
    return subject ? `${subject} (id …${shortId(text)})` : nameOfId(text, names)
  }

const formatAsStored: TextFormat = (_, text) => text

/** A name as people read it. What has no name is listed by its id. */
export const nameOfTarget = ({ name }: Pick<AuditedChange, 'name'>, names: AuditNames): string =>
  idPattern.test(name) ? nameOfId(name, names) : name

/** Lists only the values that differ. Two things of the same name are told apart by their ids. */
export function changesOf(
  { before: valuesBefore, after: valuesAfter }: Pick<AuditedChange, 'before' | 'after'>,
  names: AuditNames,
): readonly ChangedValue[] {
  const oldValues = new Map(Object.entries(valuesBefore ?? {}))
  const newValues = new Map(Object.entries(valuesAfter ?? {}))
  const formats = [formatByName(names), formatByNameAndId(names), formatAsStored]
  return [...new Set([...oldValues.keys(), ...newValues.keys()])].flatMap((name) => {
    const showValue = (values: ReadonlyMap<string, unknown>, format: TextFormat) =>
      values.has(name) ? formatValue(name, values.get(name), format) : undefined
    return (
      formats
        .map((format) => ({
          name,
          before: showValue(oldValues, format),
          after: showValue(newValues, format),
        }))
        .find(({ before: oldText, after: newText }) => oldText !== newText) ?? []
    )
  })
}

/** The changes in one line. What an entry created or deleted has its new or old values alone. */
export const summaryOf = (changes: readonly ChangedValue[]): string =>
  changes
    .map(({ name, before: oldText, after: newText }) => {
      const texts = [oldText, newText].filter((text) => text !== undefined)
      return `${labelOfWord(name)}: ${texts.join(' → ')}`
    })
    .join(' · ')

function formatValue(name: string, value: unknown, format: TextFormat): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return value.map((item) => formatValue(name, item, format)).join(', ')
  }
  return typeof value === 'object' ? formatFields(value, format) : format(name, String(value))
}

function formatFields(values: object, format: TextFormat): string {
  const entries = Object.entries(values)
  if (entries.length === 0) return 'none'
  return entries
    .map(([name, value]) => `${labelOfWord(name)} ${formatValue(name, value, format)}`)
    .join(', ')
}
