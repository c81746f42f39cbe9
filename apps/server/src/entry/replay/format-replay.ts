import type { Evidence, EvidenceTree } from '@recto/provider-spec/answer'
import type {
  ComparedField,
  ReplayedField,
  ReplayedRun,
} from '../../features/prompt-studio/prompt-studio.port.ts'

/**
 * Formats a line per value: confidence, evidence, cost, and whether it equals the original value.
 */
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
    ...describeEvidence(field.evidence),
    ...(field.model === undefined ? [] : [field.model]),
    // Values without a model call cost nothing.
    ...(field.model === undefined || field.dollars === undefined
      ? []
      : [`$${field.dollars.toFixed(5)}`]),
    ...(field.isSame === false ? ['different from the original run'] : []),
  ]
  return `${field.key}: ${JSON.stringify(field.value)} (${notes.join(', ')})`
}

/** Describes the source, the pages, and whether other evidence contradicts the value. */
function describeEvidence(tree: EvidenceTree): readonly string[] {
  const evidenceItems = flattenEvidence(tree)
  const supportingItems = evidenceItems.filter(({ contradicts }) => !contradicts)
  const [source, ...otherSources] = new Set(supportingItems.flatMap(({ source }) => source ?? []))
  const pages = [
    ...new Set(supportingItems.filter(({ boxes }) => boxes.length > 0).map(({ page }) => page + 1)),
  ].toSorted((a, b) => a - b)
  const first = pages[0]
  const last = pages.at(-1)
  return [
    ...(source === undefined ? [] : [source]),
    ...(otherSources.length === 0 ? [] : [`${otherSources.length} more sources`]),
    ...(first === undefined
      ? []
      : [first === last ? `page ${first}` : `pages ${first} to ${last}`]),
    ...(supportingItems.length === evidenceItems.length ? [] : ['contradicted']),
  ]
}

/** Flattens the tree; nodes with a quote are evidence, all others are containers. */
function flattenEvidence(tree: EvidenceTree | Evidence): readonly Evidence[] {
  if (tree === null) return []
  if (isEvidence(tree)) return [tree]
  return Object.values(tree).flatMap((part: EvidenceTree | Evidence) => flattenEvidence(part))
}

const isEvidence = (tree: Exclude<EvidenceTree, null> | Evidence): tree is Evidence =>
  'quote' in tree && typeof tree.quote === 'string'

/** Formats the differences of two runs, field by field. */
export function formatComparison(fields: readonly ComparedField[]): string {
  return fields
    .map(({ key, changes }) => {
      const lines = Object.entries(changes).map(
        ([part, [previous, current]]) =>
          `  ${part}: ${JSON.stringify(previous)} → ${JSON.stringify(current)}`,
      )
      return lines.length === 0 ? `${key}: no changes` : [`${key}:`, ...lines].join('\n')
    })
    .join('\n')
}
