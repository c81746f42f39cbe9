import { badRequest, notFound } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import {
  type AnsweringDependencies,
  type AnswerSettings,
  answerDocumentInOnePass,
  answerQuestions,
  type ConfiguredQuestion,
  type QuestionOutcome,
} from '../../answering/answering.port.ts'
import {
  findRecordedCalls,
  findRunRecords,
  hashValue,
  type RecordedCall,
  type RunRecord,
} from '../../model-calls/model-calls.port.ts'
import { findContext } from '../rows/contexts.store.ts'
import { listDocumentsById } from '../rows/documents.store.ts'
import {
  assertTextUnchanged,
  createFailedField,
  createReplayContext,
  filterCallsByKey,
  getCallKeyPrefix,
  type ReplayedField,
  type ReplayedRun,
  sumCallCosts,
} from './replayed-run.ts'

/** Selects values of the run; absent: all values. */
type ReplayFilter = { readonly documentId: string; readonly profileId: string }

/**
 * Replays a studio run from stored replies. Calls no model; a missing reply becomes an error of its
 * field.
 */
export async function replayStudioRun(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  run: string,
  filter?: ReplayFilter,
): Promise<ReplayedRun> {
  const allRecords = await findRunRecords(tenant, run)
  const records = filter
    ? allRecords.filter(
        (record) =>
          record.documentId === filter.documentId && record.profileId === filter.profileId,
      )
    : allRecords
  return replayStoredRun(ctx, tenant, { records, calls: await findRecordedCalls(tenant, run) })
}

type StoredRun = {
  readonly records: readonly RunRecord[]
  readonly calls: readonly RecordedCall[]
}

async function replayStoredRun(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { records, calls }: StoredRun,
): Promise<ReplayedRun> {
  const [first] = records
  if (!first) throw notFound('run')
  const hasOneDocument = records.every(
    ({ documentId, profileId }) => documentId === first.documentId && profileId === first.profileId,
  )
  if (!hasOneDocument)
    throw badRequest(
      'The run covers several documents or profiles, so it does not have a single value for each prompt.',
    )
  const batchedRecords = records
    .filter(isBatched)
    .toSorted((a, b) => getPosition(a) - getPosition(b))
  const groups = records.filter((record) => !isBatched(record)).map((record) => [record])
  if (batchedRecords.length > 0) groups.unshift(batchedRecords)
  const replays = groups.map((group) => replayAnswers(ctx, tenant, group, calls))
  const outcomes = (await Promise.all(replays)).flat()
  const { runId: run, documentHash } = first
  const fields = records.map((record) => toReplayedField(record, calls, outcomes))
  const answeredOutcome = outcomes.find(({ isOk }) => isOk)
  const textHash = answeredOutcome?.isOk ? answeredOutcome.value.document.textHash : undefined
  return { run, documentHash, textHash: assertTextUnchanged(textHash, first.textHash), fields }
}

/** Stored in the question of a run record, beside the question itself. */
type RecordedQuestionFields = {
  readonly isSinglePass?: boolean
  /** Whether the prompt belonged to a single pass, but was asked in a separate call. */
  readonly isAlone?: boolean
  /** The position in the call for all prompts; earlier versions did not store it. */
  readonly place?: number
  /** The digest of the text that was used instead of the document's text. */
  readonly sourceDigest?: string
  /** The key under which the answer of a layout rule was stored. */
  readonly keptUnder?: string
}

const getRecordedFields = ({ question }: RunRecord) => question as RecordedQuestionFields
const isSinglePass = (record: RunRecord) => getRecordedFields(record).isSinglePass === true
const isBatched = (record: RunRecord) => isSinglePass(record) && !getRecordedFields(record).isAlone
const getPosition = (record: RunRecord) => getRecordedFields(record).place ?? 0

/** The replies are stored, so no chunks have to be searched. */
function toQuestion({ question, settings }: RunRecord): ConfiguredQuestion {
  const settingsWithoutChunks = { ...(settings as AnswerSettings), chunkSize: 0 }
  return { ...(question as ConfiguredQuestion), settings: settingsWithoutChunks }
}

type Outcomes = readonly QuestionOutcome[]

async function replayAnswers(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  records: readonly RunRecord[],
  calls: readonly RecordedCall[],
): Promise<Outcomes> {
  const [first] = records
  if (!first) return []
  const ownCalls = filterOwnCalls(first, calls)
  const [document] = await listDocumentsById(tenant, [first.documentId])
  const name = document?.name ?? first.key
  const questions = records.map(toQuestion)
  const input = {
    questions,
    document: { sealed_password: document?.sealed_password, hash: first.documentHash, name },
    knownValues: new Map(),
    scope: 'replay',
    calls: createReplayContext(
      ctx,
      getCallKeyPrefix([...ownCalls, ...listLayoutAnswerKeys(records)]),
      {
        rules: toQuestion(first).settings.masking,
        documentHash: first.documentHash,
      },
    ),
    ensureIndexed: async () => {},
    challengerId: ownCalls.find(({ reason }) => reason === 'challenge')?.adapterId ?? undefined,
    loadReplacementText: getRecordedSource(tenant, first),
  }
  const [{ settings } = toQuestion(first)] = questions
  return isBatched(first)
    ? answerDocumentInOnePass(ctx, tenant, { ...input, settings })
    : answerQuestions(ctx, tenant, input)
}

/** Loads the text that was used instead of the document's text at that time. */
function getRecordedSource(tenant: Tenant, { documentId, ...record }: RunRecord) {
  const { sourceDigest: digest } = getRecordedFields({ documentId, ...record })
  if (digest === undefined) return undefined
  return async () => {
    const text = await findContext(tenant, { documentId, digest })
    if (text === undefined) throw notFound('summary')
    return text
  }
}

/** Answers of layout rules have keys like those of calls. */
const listLayoutAnswerKeys = (
  records: readonly RunRecord[],
): readonly Pick<RecordedCall, 'callKey'>[] =>
  records
    .map((record) => {
      const { keptUnder: callKey } = getRecordedFields(record)
      return callKey === undefined ? undefined : { callKey }
    })
    .filter((value) => value !== undefined)

/** All calls of a single pass belong to every prompt. */
function filterOwnCalls(
  record: RunRecord,
  calls: readonly RecordedCall[],
): readonly RecordedCall[] {
  return isSinglePass(record) ? calls : filterCallsByKey(record.key, calls)
}

function toReplayedField(
  record: RunRecord,
  calls: readonly RecordedCall[],
  outcomes: Outcomes,
): ReplayedField {
  const { key } = record
  const facts = { key, prompt: toQuestion(record).prompt, ...sumCallCosts(key, calls) }
  const outcome = outcomes.find((candidate) => candidate.key === key)
  if (!outcome) return createFailedField(facts, 'The prompt was not run.')
  if (!outcome.isOk) {
    return createFailedField(facts, toUserMessage(outcome.error), record.valueHash === null)
  }
  const { value, evidence, confidence } = outcome.value
  return {
    ...facts,
    value,
    evidence,
    confidence: confidence?.whole ?? null,
    error: undefined,
    isSame: hashValue(value) === record.valueHash,
  }
}
