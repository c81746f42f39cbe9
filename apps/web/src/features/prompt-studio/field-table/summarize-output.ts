import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import type { PromptOutput } from '../output.ts'
import { formatScalar, parseOutput } from '../outputs/format-value.ts'
import { buildValueTree, type Leaf, listLeaves, type ValueNode } from '../outputs/value-tree.ts'
import type { ValueType } from '../prompt.ts'

type SummaryEvidence = {
  /** Path of the value. */
  readonly path: string
  readonly location: EvidenceReply
  /** Index among the locations of the value. */
  readonly locationIndex: number
  /** Number of locations of the value. */
  readonly count: number
}

/** An output in one line. */
export type OutputSummary = {
  readonly kind: 'scalar' | 'structure' | 'not found'
  readonly text: string
  /** Evidence of the first value that has any; a place on a page comes before a data source. */
  readonly evidence: SummaryEvidence | undefined
  /** Whether any place contradicts a value. */
  readonly isContradicted: boolean
}

/** A row shows a part of a list only, so the rest need not be put together. */
const MAX_LEAVES = 8

const cache = new WeakMap<
  PromptOutput,
  { readonly type: ValueType; readonly summary: OutputSummary }
>()

/** Summarizes an output in one line. The result is cached, because building the tree of a table takes long. */
export function summarizeOutput(output: PromptOutput, type: ValueType): OutputSummary {
  const cacheEntry = cache.get(output)
  if (cacheEntry?.type === type) return cacheEntry.summary
  const summary = buildSummary(output, type)
  cache.set(output, { type, summary })
  return summary
}

const notFound: OutputSummary = {
  kind: 'not found',
  text: '',
  evidence: undefined,
  isContradicted: false,
}

function buildSummary(output: PromptOutput, type: ValueType): OutputSummary {
  if (output.value === null) return notFound
  const tree = buildValueTree(parseOutput(output.value, type), output)
  const leaves = listLeaves(tree)
  const isEmptyObject = tree.kind === 'branch' && !tree.isList && tree.entries.length === 0
  const isNull = tree.kind === 'leaf' && tree.value === null
  if (isEmptyObject || isNull) return notFound
  return {
    kind: tree.kind === 'leaf' ? 'scalar' : 'structure',
    text: tree.kind === 'leaf' ? formatLeaf(tree, type) : summarizeBranch(tree, leaves, type),
    evidence: findEvidence(leaves),
    isContradicted: leaves.some(({ locations }) =>
      locations.some(({ contradicts }) => contradicts === true),
    ),
  }
}

function findEvidence(leaves: readonly Leaf[]): SummaryEvidence | undefined {
  const leaf =
    leaves.find(({ locations }) => locations.some(isOnPage)) ??
    leaves.find(({ locations }) => locations.length > 0)
  if (!leaf) return undefined
  const locationIndex = Math.max(0, leaf.locations.findIndex(isOnPage))
  const location = leaf.locations[locationIndex]
  return location && { path: leaf.path, location, locationIndex, count: leaf.locations.length }
}

const isOnPage = ({ boxes }: EvidenceReply): boolean => boxes.length > 0

const formatLeaf = ({ value }: Leaf, type: ValueType): string =>
  value === null ? '–' : formatScalar(value, type).replaceAll(/\s+/g, ' ')

function summarizeBranch(
  branch: Extract<ValueNode, { kind: 'branch' }>,
  leaves: readonly Leaf[],
  type: ValueType,
): string {
  const rows = branch.entries.find(({ name }) => name === 'rows')?.node
  const list = rows?.kind === 'branch' ? rows : branch
  const shownLeaves = list === rows ? listLeaves(rows) : leaves
  const count = list.entries.length
  const texts = shownLeaves.slice(0, MAX_LEAVES).map((leaf) => formatLeaf(leaf, type))
  if (!list.isList) return texts.join(' · ')
  if (count === 0) return 'empty list'
  return `${count} ${count === 1 ? 'row' : 'rows'}: ${texts.join(' · ')}`
}
