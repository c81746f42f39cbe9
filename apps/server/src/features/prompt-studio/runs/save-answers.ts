import {
  type AnyNumber,
  isAnyNumber,
  isContainer,
  isExactNumber,
} from '@recto/exact-json/exact-number'
import { omitUndefined } from '@recto/omit-undefined'
import type { EvidenceTree, FieldType, Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { InputFingerprint } from '../../../platform/db/tables/prompt-studio.ts'
import {
  type AnsweredQuestion,
  type HighlightTree,
  type PresentedConfidence,
  presentEscalation,
  presentListReport,
} from '../../answering/answering.port.ts'
import { hashValue, type RunRecord, saveRunRecords } from '../../model-calls/model-calls.port.ts'
import { hashContext, saveContext } from '../rows/contexts.store.ts'
import { type OutputRow, saveOutputs } from '../rows/outputs.store.ts'

export type NewOutput = {
  readonly answer: AnsweredQuestion
  readonly prompt: { readonly id: string; readonly project_id: string }
  readonly type: FieldType
  readonly documentId: string
  readonly profileId: string
  readonly isSinglePass: boolean
  /** The position of the prompt in a single pass, if it was asked in one call with others. */
  readonly position?: number | undefined
  readonly highlight: HighlightTree
  /** Absent when nothing supports the value. */
  readonly confidence: PresentedConfidence | undefined
  readonly runId: string
  readonly userId: number
  readonly inputFingerprint: InputFingerprint
}

/** Saves answers of different prompts and returns their rows in the same order. */
export async function saveAnswers(
  tenant: Tenant,
  newOutputs: readonly NewOutput[],
): Promise<readonly OutputRow[]> {
  const saveContextOf = createContextSaver(tenant)
  await saveSources(tenant, newOutputs)
  const outputs = []
  for (const newOutput of newOutputs)
    outputs.push(toOutputRow(newOutput, await saveContextOf(newOutput)))
  const rows = await saveOutputs(tenant, outputs)
  await saveRunRecords(tenant, newOutputs.map(toRunRecord))
  const byPrompt = new Map(rows.map((row) => [row.prompt_id, row]))
  return newOutputs.map(({ prompt }) => {
    const row = byPrompt.get(prompt.id)
    if (!row) throw new Error('An output was not stored.')
    return row
  })
}

/** The record by which the run can be replayed, together with the stored replies. */
function toRunRecord({ answer, isSinglePass, position, ...keys }: NewOutput): RunRecord {
  const { question, value, document, layoutAnswerKey } = answer
  const recordedQuestion = { question, document, position, layoutAnswerKey, ...keys }
  return buildRunRecord(recordedQuestion, { isSinglePass, valueHash: hashValue(value) })
}

/** A question that was asked about a document. */
export type RecordedQuestion = Pick<AnsweredQuestion, 'question' | 'document' | 'layoutAnswerKey'> &
  Pick<NewOutput, 'runId' | 'documentId' | 'profileId' | 'position'>

/**
 * Records questions that were asked in one call with others and failed: without them the others
 * cannot be replayed.
 */
export async function recordFailedQuestions(
  tenant: Tenant,
  questions: readonly RecordedQuestion[],
): Promise<void> {
  await saveRunRecords(
    tenant,
    questions.map((question) => buildRunRecord(question, { isSinglePass: true, valueHash: null })),
  )
}

type RecordedResult = {
  readonly isSinglePass: boolean
  /** Null if there is no value, because the question failed. */
  readonly valueHash: string | null
}

function buildRunRecord(
  { question, document, runId, documentId, profileId, position, layoutAnswerKey }: RecordedQuestion,
  { isSinglePass, valueHash }: RecordedResult,
): RunRecord {
  const isAlone = isSinglePass && position === undefined
  return {
    runId,
    documentId,
    profileId,
    key: question.key,
    question: {
      ...question,
      isSinglePass,
      ...omitUndefined({
        place: position,
        isAlone: isAlone || undefined,
        keptUnder: layoutAnswerKey,
        sourceDigest:
          document.replacementText === undefined
            ? undefined
            : hashContext(document.replacementText),
      }),
    },
    documentHash: document.hash,
    textHash: document.textHash,
    settings: document.settings,
    valueHash,
  }
}

/**
 * Saves the summaries from which prompts were answered instead of the document's text, because they
 * may be replaced later.
 */
async function saveSources(tenant: Tenant, newOutputs: readonly NewOutput[]): Promise<void> {
  const sources = new Map(
    newOutputs
      .map(({ answer: { document }, documentId }) =>
        document.replacementText === undefined
          ? undefined
          : ([document.replacementText, documentId] as const),
      )
      .filter((value) => value !== undefined),
  )
  for (const [text, documentId] of sources) await saveContext(tenant, { documentId, text })
}

type StoredContext = { readonly context: string; readonly context_digest: string | null }

function toOutputRow(newOutput: NewOutput, context: StoredContext) {
  const { value, report, explanation, escalation } = newOutput.answer
  const text = toOutputText(value, newOutput.type)
  return {
    project_id: newOutput.prompt.project_id,
    prompt_id: newOutput.prompt.id,
    document_id: newOutput.documentId,
    profile_id: newOutput.profileId,
    is_single_pass: newOutput.isSinglePass,
    output: text === null ? null : toStorableText(text),
    ...context,
    evidence: toNullableJson(newOutput.answer.evidence),
    explanation: explanation ? toStorableJson(explanation) : null,
    highlight: toNullableJson(newOutput.highlight),
    report: report ? toStorableJson(presentListReport(report)) : null,
    challenge: newOutput.answer.challenge ? toStorableJson(newOutput.answer.challenge) : null,
    escalation: escalation ? toStorableJson(presentEscalation(escalation)) : null,
    confidence: newOutput.confidence ? toStorableJson(newOutput.confidence) : null,
    run_id: newOutput.runId,
    // The column of the fingerprint.
    asked: toStorableJson(newOutput.inputFingerprint),
    created_by: newOutput.userId,
    modified_by: newOutput.userId,
  }
}

/**
 * Chunks are stored with the output; the whole text is stored once for all outputs of the document.
 */
function createContextSaver(tenant: Tenant): (newOutput: NewOutput) => Promise<StoredContext> {
  const digests = new Map<string, Promise<string>>()
  return async ({ answer: { context, document }, documentId }) => {
    const [wholeText] = context
    if (document.index || context.length !== 1 || wholeText === undefined) {
      return { context: toStorableJson(context), context_digest: null }
    }
    const key = `${documentId} ${wholeText}`
    const digest = digests.get(key) ?? saveContext(tenant, { documentId, text: wholeText })
    digests.set(key, digest)
    return { context: '[]', context_digest: await digest }
  }
}

/**
 * The value as the studio shows and stores it. It is a text or null, because clients measure its
 * length; booleans and numbers are written as existing clients expect them: `True`, `5.0`.
 */
export function toOutputText(value: Json, type: FieldType): string | null {
  if (value === null) return null
  if (type === 'json' || isContainer(value)) return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return isAnyNumber(value) ? writeNumber(value) : value
}

/** A number of any length, in plain digits from which the last ones are never missing. */
function writeNumber(value: AnyNumber): string {
  const text = String(value)
  return isExactNumber(value)
    ? text.includes('.')
      ? text
      : `${text}.0`
    : Number.isInteger(value)
      ? `${value}.0`
      : text
}

export const toNullableJson = (tree: EvidenceTree | HighlightTree) =>
  tree === null ? null : toStorableJson(tree)
