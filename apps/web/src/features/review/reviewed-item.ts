import type { EvidenceReply, EvidenceTreeReply } from '@recto/contract/evidence'
import { findMissingField, type RequiredMode } from '@recto/contract/required-fields'
import type { QueueItem } from '@recto/contract/review'
import {
  type ParsedValue,
  type SurenessTree,
  treeOf,
  type ValueNode,
} from '../prompt-studio/prompt-studio.port.ts'

/** Whatever is less sure counts as low. */
const LOW_CONFIDENCE = 0.5

export type Output = Readonly<Record<string, unknown>>

/** A file in somebody's hands. */
export type ReviewedItem = {
  readonly id: string
  readonly fileName: string
  readonly output: Output
  readonly evidence: Readonly<Record<string, EvidenceTreeReply>>
  readonly sureness: Readonly<Record<string, SurenessTree>>
  readonly required: Readonly<Record<string, RequiredMode>>
  readonly note: string | null
}

export function itemFromWire({ id, file_name, result, note }: QueueItem): ReviewedItem {
  const { evidence_data, word_confidence_data, required_fields } = result.metadata
  return {
    id,
    fileName: file_name,
    output: result.output,
    evidence: recordIn(evidence_data) as ReviewedItem['evidence'],
    sureness: recordIn(word_confidence_data) as ReviewedItem['sureness'],
    required: recordIn(required_fields) as ReviewedItem['required'],
    note,
  }
}

const recordIn = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {}

/** Why the item cannot be finished yet. */
export const missingIn = ({ output, required }: ReviewedItem): string | undefined =>
  findMissingField({ output, required })

type Step = string | number

/** A single value of an item, with where it was read. */
export type ReviewedValue = {
  readonly key: string
  readonly steps: readonly Step[]
  readonly label: string
  readonly value: string | number | boolean | null
  readonly places: readonly EvidenceReply[]
  /** Why somebody has to look at it; absent of one that is sure. */
  readonly doubt?: 'Low Confidence' | 'Not found in the document'
}

/** Of each field in turn. */
export function valuesOf({ output, evidence, sureness }: ReviewedItem): ReviewedValue[] {
  return Object.entries(output).flatMap(([field, value]) => {
    const read = { evidence: evidence[field] ?? null, sureness: sureness[field] ?? null }
    return leavesIn(treeOf(value as ParsedValue, read), [field])
  })
}

function leavesIn(node: ValueNode, steps: readonly Step[]): ReviewedValue[] {
  if (node.kind === 'branch') {
    return node.entries.flatMap(({ name, node: child }) =>
      leavesIn(child, [...steps, node.isList ? Number(name) : name]),
    )
  }
  const { value, places, sureness } = node
  const isFound = places.length > 0
  const doubt = isFound
    ? sureness !== null && sureness < LOW_CONFIDENCE
      ? ('Low Confidence' as const)
      : undefined
    : ('Not found in the document' as const)
  return [
    {
      key: JSON.stringify(steps),
      steps,
      label: labelOf(steps),
      value,
      places,
      ...(doubt && { doubt }),
    },
  ]
}

/** `lines 2 › item`, counted as people count. */
const labelOf = (steps: readonly Step[]): string =>
  steps.map((step) => (typeof step === 'number' ? `row ${step + 1}` : step)).join(' › ')

/** The same with another value at a place. */
export function withValue<Whole>(whole: Whole, steps: readonly Step[], value: unknown): Whole {
  const [step, ...rest] = steps
  if (step === undefined) return value as Whole
  if (Array.isArray(whole)) {
    return whole.map((one, index) => (index === step ? withValue(one, rest, value) : one)) as Whole
  }
  const record = whole as Readonly<Record<string, unknown>>
  return { ...record, [step]: withValue(record[step], rest, value) } as Whole
}

/** Without a row of a table: its places go with it, so that those of the others stay theirs. */
export function withoutRow(item: ReviewedItem, field: string, row: number): ReviewedItem {
  const drop = <Tree>(tree: Tree): Tree =>
    (Array.isArray(tree) ? tree.filter((_, index) => index !== row) : tree) as Tree
  return {
    ...item,
    output: { ...item.output, [field]: drop(item.output[field]) },
    evidence: { ...item.evidence, [field]: drop(item.evidence[field] ?? null) },
    sureness: { ...item.sureness, [field]: drop(item.sureness[field] ?? null) },
  }
}

/** The columns of a table; none of what is no table. */
export function columnsIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  const names = value.flatMap((row) =>
    typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.keys(row) : [],
  )
  return [...new Set(names)]
}

/** What somebody typed, as the value was before: numbers stay numbers. */
export function typedAs(before: ReviewedValue['value'], text: string): ReviewedValue['value'] {
  if (text === '') return null
  if (typeof before === 'number' && !Number.isNaN(Number(text))) return Number(text)
  if (typeof before === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
