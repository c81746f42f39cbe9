import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import { HiddenLine } from '@recto/contract/prompt-studio/hidden-text'
import type { QueueItem } from '@recto/contract/review/review'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { findMissingField } from '@recto/contract/wire/required-fields'
import {
  type AnyNumber,
  isAnyNumber,
  isContainer,
  readNumber,
} from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { checksIn } from '../../shared/checks/CheckList.tsx'
import {
  applyCalibration,
  buildValueTree,
  calibrationsIn,
  describeContradiction,
  type NestedConfidence,
  type ParsedValue,
  type ValueNode,
} from '../prompt-studio/prompt-studio.port.ts'
import type { FieldExplanation, ReviewedItem, ValueStep } from './item.ts'
import { keyOf, tablesOf } from './item-tables.ts'
import { lookupsFromWire } from './reviewed-lookups.ts'

/** Values with a lower confidence count as doubtful. */
const LOW_CONFIDENCE = 0.5

/** Converts an item, which some servers send as JSON text. */
export function itemFromWire(reply: QueueItem | string): ReviewedItem {
  const item: QueueItem = typeof reply === 'string' ? (parseExactJson(reply) as QueueItem) : reply
  const { id, file_name, fileType, result, note, fields = {} } = item
  const { evidence_data, explanations, hidden_text, required_fields } = result.metadata
  const lookups = lookupsFromWire(result.metadata.lookups)
  const hasLookups = Object.keys(lookups).length > 0
  return {
    id,
    fileName: showHiddenCharacters(file_name),
    // File stores often do not know the type of a file.
    isPdf: fileType === 'application/pdf' || /\.pdf$/i.test(file_name),
    output: result.output,
    evidence: recordIn(evidence_data) as ReviewedItem['evidence'],
    confidences: confidencesIn(result.metadata),
    explanations: explanationsIn(result.output, explanations),
    required: recordIn(required_fields) as ReviewedItem['required'],
    note,
    hidden: hiddenIn(hidden_text),
    checks: checksIn(result.metadata),
    lookups,
    addedFields: hasLookups
      ? Object.keys(result.output).filter((name) => !Object.hasOwn(fields, name))
      : [],
    nestedFields: Object.keys(fields).filter((name) => fields[name]?.type === 'json'),
    tables: tablesOf(result.output, fields),
  }
}

const recordIn = (value: unknown): object => (isContainer(value) ? value : {})

const HiddenText = z.object({ lines: z.array(HiddenLine) })

/** Returns an empty list if hidden text was not looked for. */
const hiddenIn = (hiddenLines: unknown): ReviewedItem['hidden'] =>
  HiddenText.safeParse(hiddenLines).data?.lines ?? []

function confidencesIn(metadata: QueueItem['result']['metadata']): ReviewedItem['confidences'] {
  const { calibrations, calibratedConfidences } = calibrationsIn(metadata)
  const confidenceEntries = Object.entries(recordIn(metadata.word_confidence_data)) as [
    string,
    NestedConfidence,
  ][]
  return Object.fromEntries(
    confidenceEntries.map(([key, confidence]) => [
      key,
      applyCalibration(confidence, {
        calibration: calibrations[key],
        calibratedConfidence: calibratedConfidences[key] ?? null,
      }),
    ]),
  )
}

function explanationsIn(
  output: ReviewedItem['output'],
  sentences: unknown,
): ReviewedItem['explanations'] {
  const explanations = Object.entries(recordIn(sentences))
    .map(([field, explanation]: [string, unknown]) =>
      typeof explanation === 'string'
        ? ([field, { value: output[field], text: explanation }] as const)
        : undefined,
    )
    .filter((value) => value !== undefined)
  return Object.fromEntries(explanations)
}

/** Returns the message about a required field that keeps the item from being finished, if any. */
export const missingFieldMessageOf = ({ output, required }: ReviewedItem): string | undefined =>
  findMissingField({ output, required })

/** A single value of an item with the locations where it was read. */
export type ReviewedValue = {
  /** Stable key, wherever its row is moved: see `keyOf`. */
  readonly key: string
  readonly steps: readonly ValueStep[]
  readonly label: string
  readonly value: string | boolean | AnyNumber | null
  readonly locations: readonly EvidenceReply[]
  /** Reason why the value needs a review; undefined if it is reliable. */
  readonly reviewReason?: 'Low Confidence' | 'Not found in the document' | 'Contradicted'
  /** A probability from 0 to 1; null if nothing in the document supports the value. */
  readonly confidence?: number | null
  /** Explains how the value was found, or why not; only as long as it has not been changed. */
  readonly explanation?: string | undefined
}

/** The text with which an edit of a value begins. */
export const textOfValue = ({ value }: Pick<ReviewedValue, 'value'>): string =>
  value === null ? '' : String(value)

/** Lists the values of the fields in order. */
export function valuesOf(item: ReviewedItem): ReviewedValue[] {
  const { output, evidence, confidences } = item
  return Object.entries(output).flatMap(([field, value]) => {
    const annotations = {
      evidence: evidence[field] ?? null,
      confidenceTree: confidences[field] ?? null,
    }
    const read = { ...annotations, explanation: whyOf(item.explanations[field], value) }
    const leaves = listLeafValues(buildValueTree(value as ParsedValue, read), [field])
    return leaves
      .filter(({ steps }) => !item.tables[field] || isInRows(steps))
      .map(({ reviewReason, ...leaf }) => ({
        ...leaf,
        // The table says what is in these fields, and not the document.
        ...omitUndefined({
          reviewReason: isAdded(item, leaf.steps) ? undefined : reviewReason,
        }),
        key: keyOf(item, leaf.steps),
      }))
  })
}

/** Whether a value is a column of a matched row of a lookup table. */
function isAdded({ addedFields, lookups }: ReviewedItem, steps: readonly ValueStep[]): boolean {
  const field = String(steps[0])
  const addedColumns = lookups[field]?.match.added_columns ?? []
  return addedFields.includes(field) || addedColumns.includes(String(steps.at(-1)))
}

const whyOf = (reason: FieldExplanation | undefined, value: unknown): string | undefined =>
  reason?.value === value ? reason?.text : undefined

/** A table without rows, and the headers of its columns, are no values of their own. */
const isInRows = (steps: readonly ValueStep[]): boolean =>
  steps.length > 1 && steps[1] !== 'column_headers'

type ValueAt = Omit<ReviewedValue, 'key'>

function listLeafValues(node: ValueNode, steps: readonly ValueStep[]): ValueAt[] {
  if (node.kind === 'branch') {
    return node.entries.flatMap(({ name, node: child }) =>
      listLeafValues(child, [...steps, node.isList ? Number(name) : name]),
    )
  }
  const { value, locations, confidence, explanation } = node
  const reviewReason = reviewReasonOf(locations, confidence)
  return [
    {
      steps,
      label: labelOf(steps),
      value,
      locations,
      confidence,
      ...omitUndefined({ reviewReason, explanation: explanation || undefined }),
    },
  ]
}

function reviewReasonOf(
  locations: ReviewedValue['locations'],
  confidence: number | null,
): ReviewedValue['reviewReason'] {
  if (locations.length === 0) return 'Not found in the document'
  if (locations.some(({ contradicts }) => contradicts)) return 'Contradicted'
  return confidence !== null && confidence < LOW_CONFIDENCE ? 'Low Confidence' : undefined
}

/** Describes the sources of the value other than its pages, and contradictions, one line each. */
export const describeSources = ({
  locations,
}: Pick<ReviewedValue, 'locations'>): readonly string[] =>
  locations
    .map((location) => {
      if (location.contradicts) return describeContradiction(location, `page ${location.page + 1}`)
      return location.source ? location.source : undefined
    })
    .filter((value) => value !== undefined)

/** Formats a path such as `lines › row 2 › item`; rows are one-based. */
const labelOf = (steps: readonly ValueStep[]): string =>
  steps.map((step) => (typeof step === 'number' ? `row ${step + 1}` : step)).join(' › ')

/** Whether a number can be read in two ways, such as 1.234, which the server decides. */
export const isAmbiguousNumber = (text: string): boolean =>
  /(?<![\d.,])\d{1,3}[.,]\d{3}(?![\d.,])/.test(text)

/**
 * Converts typed text to the type of the previous value if it has only one reading; the server
 * reads all other texts.
 */
export function parseAs(
  previousValue: ReviewedValue['value'],
  text: string,
): ReviewedValue['value'] {
  if (text === '') return null
  if (isAnyNumber(previousValue) && !isAmbiguousNumber(text)) return readNumber(text.trim()) ?? text
  if (typeof previousValue === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
