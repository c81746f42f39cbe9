import { badRequest, notFound } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeForPerson } from '../../../platform/describe-failure.ts'
import {
  type AnsweringNeeds,
  type AnswerSettings,
  answerInOnePass,
  answerQuestions,
  type ConfiguredQuestion,
} from '../../answering/answering.port.ts'
import {
  findRecordedCalls,
  findRunRecords,
  hashOfValue,
  type RecordedCall,
  type RunRecord,
} from '../../model-calls/model-calls.port.ts'
import { findContext } from '../rows/contexts.store.ts'
import { listDocumentsById } from '../rows/documents.store.ts'
import {
  costOfCalls,
  failedField,
  ofKey,
  prefixOf,
  type ReplayedField,
  type ReplayedRun,
  replaying,
  sameText,
} from './replayed.ts'

/** Which of the values that a run id stands for; all of them where nothing is said. */
type Of = { readonly documentId: string; readonly profileId: string }

/**
 * Answers a run of the studio again from what is kept of it: no model is called, and what is missing is an error of
 * its field.
 */
export async function replayStudioRun(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  run: string,
  of?: Of,
): Promise<ReplayedRun> {
  const all = await findRunRecords(tenant, run)
  const records = of
    ? all.filter((one) => one.documentId === of.documentId && one.profileId === of.profileId)
    : all
  return replayStudio(ctx, tenant, { records, calls: await findRecordedCalls(tenant, run) })
}

type StudioRun = {
  readonly records: readonly RunRecord[]
  readonly calls: readonly RecordedCall[]
}

async function replayStudio(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { records, calls }: StudioRun,
): Promise<ReplayedRun> {
  const [first] = records
  if (!first) throw notFound('run')
  const isOne = records.every(
    ({ documentId, profileId }) => documentId === first.documentId && profileId === first.profileId,
  )
  if (!isOne)
    throw badRequest(
      'The run is one of several documents or profiles: it has no one value for a key.',
    )
  const ofPass = records.filter(isTogether).toSorted((a, b) => placeOf(a) - placeOf(b))
  const groups = [...(ofPass.length > 0 ? [ofPass] : []), ...records.filter(isBySelf).map(just)]
  const again = groups.map((group) => answerAgain(ctx, tenant, group, calls))
  const outcomes = (await Promise.all(again)).flat()
  const { runId: run, documentHash } = first
  const fields = records.map((record) => fieldOf(record, calls, outcomes))
  const read = outcomes.find((one) => one.isDone)
  const now = read?.isDone ? read.value.document.textHash : undefined
  return { run, documentHash, textHash: sameText(now, first.textHash), fields }
}

/** What a record says of its question, beside the question itself. */
type Asked = {
  readonly isSinglePass?: boolean
  /** In a single pass, but not in the call for all. */
  readonly isAlone?: boolean
  /** Among those of the call for all; earlier versions did not write it down. */
  readonly place?: number
  /** Of what it was answered from in the place of the document's text. */
  readonly sourceDigest?: string
  /** The key under which what a rule of a layout said was kept. */
  readonly keptUnder?: string
}

const askedIn = ({ question }: RunRecord) => question as Asked
const isOfOnePass = (record: RunRecord) => askedIn(record).isSinglePass === true
const isTogether = (record: RunRecord) => isOfOnePass(record) && !askedIn(record).isAlone
const isBySelf = (record: RunRecord) => !isTogether(record)
const placeOf = (record: RunRecord) => askedIn(record).place ?? 0
const just = (record: RunRecord): readonly RunRecord[] => [record]

/** The replies are known, so nothing is searched for that they could be made from. */
function questionIn({ question, settings }: RunRecord): ConfiguredQuestion {
  const given = { ...(settings as AnswerSettings), chunkSize: 0 }
  return { ...(question as ConfiguredQuestion), settings: given }
}

type Outcomes = Awaited<ReturnType<typeof answerQuestions>>

async function answerAgain(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  records: readonly RunRecord[],
  calls: readonly RecordedCall[],
): Promise<Outcomes> {
  const [first] = records
  if (!first) return []
  const own = callsOf(first, calls)
  const [document] = await listDocumentsById(tenant, [first.documentId])
  const name = document?.name ?? first.key
  const questions = records.map(questionIn)
  const input = {
    questions,
    document: { sealed_password: document?.sealed_password, hash: first.documentHash, name },
    known: new Map(),
    scope: 'replay',
    calls: replaying(ctx, prefixOf([...own, ...keptOf(records)]), {
      rules: questionIn(first).settings.masking,
      documentHash: first.documentHash,
    }),
    ensureIndexed: async () => {},
    challengerId: own.find(({ reason }) => reason === 'challenge')?.adapterId ?? undefined,
    source: sourceOf(tenant, first),
  }
  const [{ settings } = questionIn(first)] = questions
  return isTogether(first)
    ? answerInOnePass(ctx, tenant, { ...input, settings })
    : answerQuestions(ctx, tenant, input)
}

/** What it was answered from in the place of the document's text, as it was then. */
function sourceOf(tenant: Tenant, { documentId, ...record }: RunRecord) {
  const { sourceDigest: digest } = askedIn({ documentId, ...record })
  if (digest === undefined) return undefined
  return async () => {
    const text = await findContext(tenant, { documentId, digest })
    if (text === undefined) throw notFound('summary')
    return text
  }
}

/** What rules have said has keys as calls have. */
const keptOf = (records: readonly RunRecord[]): readonly Pick<RecordedCall, 'callKey'>[] =>
  records.flatMap((record) => {
    const { keptUnder: callKey } = askedIn(record)
    return callKey === undefined ? [] : [{ callKey }]
  })

/** In a single pass all calls are for every prompt. */
function callsOf(record: RunRecord, calls: readonly RecordedCall[]): readonly RecordedCall[] {
  return isOfOnePass(record) ? calls : ofKey(record.key, calls)
}

function fieldOf(
  record: RunRecord,
  calls: readonly RecordedCall[],
  outcomes: Outcomes,
): ReplayedField {
  const { key } = record
  const facts = { key, prompt: questionIn(record).prompt, ...costOfCalls(key, calls) }
  const outcome = outcomes.find((one) => one.key === key)
  if (!outcome) return failedField(facts, 'It was not asked.')
  if (!outcome.isDone) {
    return failedField(facts, describeForPerson(outcome.error), record.valueHash === null)
  }
  const { value, evidence, confidence } = outcome.value
  return {
    ...{ ...facts, value, evidence, confidence: confidence?.whole ?? null, error: undefined },
    isSame: hashOfValue(value) === record.valueHash,
  }
}
