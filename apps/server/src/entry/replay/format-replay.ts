import type { Evidence, EvidenceTree } from '@recto/provider-spec/answer'
import type {
  ComparedField,
  ReplayedField,
  ReplayedRun,
} from '../../features/prompt-studio/prompt-studio.port.ts'

/** A line for each value: how sure it is, where it came from, what it cost, and whether it is what the run had. */
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
    ...placesOf(field.evidence),
    ...(field.model === undefined ? [] : [field.model]),
    // What no model was asked for costs nothing.
    ...(field.model === undefined || field.dollars === undefined
      ? []
      : [`$${field.dollars.toFixed(5)}`]),
    ...(field.isSame === false ? ['not what the run had'] : []),
  ]
  return `${field.key}: ${JSON.stringify(field.value)} (${notes.join(', ')})`
}

/** The data or the rule that says it, the page, and whether something else contradicts it. */
function placesOf(tree: EvidenceTree): readonly string[] {
  const all = evidenceIn(tree)
  const said = all.filter(({ contradicts }) => !contradicts)
  const [source, ...others] = new Set(said.flatMap(({ source }) => source ?? []))
  const pages = [
    ...new Set(said.filter(({ boxes }) => boxes.length > 0).map(({ page }) => page + 1)),
  ].toSorted((a, b) => a - b)
  const [first, last] = [pages[0], pages.at(-1)]
  return [
    ...(source === undefined ? [] : [source]),
    ...(others.length === 0 ? [] : [`${others.length} more sources`]),
    ...(first === undefined
      ? []
      : [first === last ? `page ${first}` : `pages ${first} to ${last}`]),
    ...(said.length === all.length ? [] : ['contradicted']),
  ]
}

/** A place has a quote; whatever else has no quote holds places. */
function evidenceIn(tree: EvidenceTree | Evidence): readonly Evidence[] {
  if (tree === null) return []
  if (isPlace(tree)) return [tree]
  return Object.values(tree).flatMap((part: EvidenceTree | Evidence) => evidenceIn(part))
}

const isPlace = (tree: Exclude<EvidenceTree, null> | Evidence): tree is Evidence =>
  'quote' in tree && typeof tree.quote === 'string'

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
