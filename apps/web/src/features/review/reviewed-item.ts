import type { EvidenceReply } from '@recto/contract/evidence'
import { HiddenLine } from '@recto/contract/hidden-text'
import { findMissingField } from '@recto/contract/required-fields'
import type { QueueItem } from '@recto/contract/review'
import { z } from 'zod'
import { checksIn } from '../../shared/checks/checks-in.ts'
import {
  calibratedSureness,
  certaintiesIn,
  type ParsedValue,
  type SurenessTree,
  sayContradiction,
  treeOf,
  type ValueNode,
} from '../prompt-studio/prompt-studio.port.ts'
import type { KnownReason, ReviewedItem, ValueStep } from './item.ts'
import { keyOf, tablesOf } from './item-tables.ts'

/** Whatever is less sure counts as low. */
const LOW_CONFIDENCE = 0.5

/** Some servers send it as text. */
export function itemFromWire(given: QueueItem | string): ReviewedItem {
  const item: QueueItem = typeof given === 'string' ? JSON.parse(given) : given
  const { id, file_name, fileType, result, note } = item
  const { evidence_data, explanations, hidden_text, required_fields } = result.metadata
  return {
    id,
    fileName: file_name,
    // Stores of files often do not know what they hold.
    isPdf: fileType === 'application/pdf' || /\.pdf$/i.test(file_name),
    output: result.output,
    evidence: recordIn(evidence_data) as ReviewedItem['evidence'],
    sureness: surenessIn(result.metadata),
    explained: explainedIn(result.output, explanations),
    required: recordIn(required_fields) as ReviewedItem['required'],
    note,
    hidden: hiddenIn(hidden_text),
    checks: checksIn(result.metadata),
    tables: tablesOf(result.output),
  }
}

const recordIn = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {}

const HiddenText = z.object({ lines: z.array(HiddenLine) })

/** Nothing of a file in which nobody has looked. */
const hiddenIn = (found: unknown): ReviewedItem['hidden'] =>
  HiddenText.safeParse(found).data?.lines ?? []

function surenessIn(metadata: QueueItem['result']['metadata']): ReviewedItem['sureness'] {
  const { certainties, worth } = certaintiesIn(metadata)
  const given = Object.entries(recordIn(metadata.word_confidence_data)) as [string, SurenessTree][]
  return Object.fromEntries(
    given.map(([key, sureness]) => [
      key,
      calibratedSureness(sureness, { certainty: certainties[key], worth: worth[key] ?? null }),
    ]),
  )
}

function explainedIn(
  output: ReviewedItem['output'],
  sentences: unknown,
): ReviewedItem['explained'] {
  const told = Object.entries(recordIn(sentences)).flatMap(([field, why]: [string, unknown]) =>
    typeof why === 'string' ? [[field, { value: output[field], why }] as const] : [],
  )
  return Object.fromEntries(told)
}

/** Why the item cannot be finished yet. */
export const missingIn = ({ output, required }: ReviewedItem): string | undefined =>
  findMissingField({ output, required })

/** A single value of an item, with where it was read. */
export type ReviewedValue = {
  /** Stays its own wherever its row is moved. */
  readonly key: string
  readonly steps: readonly ValueStep[]
  readonly label: string
  readonly value: string | number | boolean | null
  readonly places: readonly EvidenceReply[]
  /** Why somebody has to look at it; absent of one that is sure. */
  readonly doubt?: 'Low Confidence' | 'Not found in the document' | 'Contradicted'
  /** How the machine has found it, or why it has not, as long as it is still the machine's. */
  readonly why?: string | undefined
}

/** Of each field in turn. */
export function valuesOf(item: ReviewedItem): ReviewedValue[] {
  const { output, evidence, sureness } = item
  return Object.entries(output).flatMap(([field, value]) => {
    const own = { evidence: evidence[field] ?? null, sureness: sureness[field] ?? null }
    const read = { ...own, explanation: whyOf(item.explained[field], value) }
    const leaves = leavesIn(treeOf(value as ParsedValue, read), [field])
    return leaves
      .filter(({ steps }) => steps[1] !== 'column_headers' || !item.tables[field])
      .map((leaf) => ({ ...leaf, key: keyOf(item, leaf.steps) }))
  })
}

const whyOf = (explained: KnownReason | undefined, value: unknown): string | undefined =>
  explained?.value === value ? explained?.why : undefined

type ValueAt = Omit<ReviewedValue, 'key'>

function leavesIn(node: ValueNode, steps: readonly ValueStep[]): ValueAt[] {
  if (node.kind === 'branch') {
    return node.entries.flatMap(({ name, node: child }) =>
      leavesIn(child, [...steps, node.isList ? Number(name) : name]),
    )
  }
  const { value, places, sureness, why } = node
  const doubt = doubtOf(places, sureness)
  return [
    {
      steps,
      label: labelOf(steps),
      value,
      places,
      ...(doubt && { doubt }),
      ...(why && { why }),
    },
  ]
}

function doubtOf(places: ReviewedValue['places'], sureness: number | null): ReviewedValue['doubt'] {
  if (places.length === 0) return 'Not found in the document'
  if (places.some(({ contradicts }) => contradicts)) return 'Contradicted'
  return sureness !== null && sureness < LOW_CONFIDENCE ? 'Low Confidence' : undefined
}

/** Who says the value, beside its pages, and who says something else: one line each. */
export const saidOf = ({ places }: Pick<ReviewedValue, 'places'>): readonly string[] =>
  places.flatMap((place) => {
    if (place.contradicts) return [sayContradiction(place, `page ${place.page + 1}`)]
    return place.source ? [place.source] : []
  })

/** `lines 2 › item`, counted as people count. */
const labelOf = (steps: readonly ValueStep[]): string =>
  steps.map((step) => (typeof step === 'number' ? `row ${step + 1}` : step)).join(' › ')

/** What somebody typed, as the value was before: numbers stay numbers. */
export function typedAs(before: ReviewedValue['value'], text: string): ReviewedValue['value'] {
  if (text === '') return null
  if (typeof before === 'number' && !Number.isNaN(Number(text))) return Number(text)
  if (typeof before === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
