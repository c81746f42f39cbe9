import type {
  ComparedField,
  ReplayedField,
  ReplayedRun,
} from '../../features/prompt-studio/prompt-studio.port.ts'

/** A line for each value: how sure it is, what it cost, and whether it is what the run had. */
export function formatRun({ run, documentHash, textHash, fields }: ReplayedRun): string {
  return [
    `run ${run}, document ${documentHash.slice(0, 12)}, text ${textHash.slice(0, 12)}`,
    ...fields.map(formatField),
  ].join('\n')
}

function formatField(field: ReplayedField): string {
  if (field.error !== undefined) return `${field.key}: ${field.error}`
  const notes = [
    field.confidence === null
      ? 'not found in the document'
      : `confidence ${field.confidence.toFixed(2)}`,
    ...(field.model === undefined ? [] : [field.model]),
    ...(field.dollars === undefined ? [] : [`$${field.dollars.toFixed(5)}`]),
    ...(field.isSame === false ? ['not what the run had'] : []),
  ]
  return `${field.key}: ${JSON.stringify(field.value)} (${notes.join(', ')})`
}

/** What differs, field by field. */
export function formatComparison(fields: readonly ComparedField[]): string {
  return fields
    .map(({ key, changes }) => {
      const lines = Object.entries(changes).map(
        ([part, [was, is]]) => `  ${part}: ${JSON.stringify(was)} → ${JSON.stringify(is)}`,
      )
      return lines.length === 0 ? `${key}: the same` : [`${key}:`, ...lines].join('\n')
    })
    .join('\n')
}
