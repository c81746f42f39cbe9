import {
  type AnswerSettings,
  answerInOnePass,
  answerQuestions,
  type ConfiguredQuestion,
} from '../../features/answering/answering.port.ts'
import { findRecordedFile, type RecordedFile } from '../../features/executions/executions.port.ts'
import {
  type CallContext,
  findRecordedCalls,
  findRunRecords,
  hashOfValue,
  type RecordedCall,
  type RunRecord,
  runStep,
} from '../../features/model-calls/model-calls.port.ts'
import { findContext } from '../../features/prompt-studio/prompt-studio.port.ts'
import { runTool, type Tool } from '../../features/tools/tools.port.ts'
import { badRequest, conflict, notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { describeForPerson } from '../../platform/describe-failure.ts'
import type { ReplayedField, ReplayedRun } from './replayed.ts'

/**
 * Answers a run again from what is kept of it: no model is called, and what is missing is an error of its
 * field. A run is one in the studio, or a file of an execution.
 */
export async function replayRun(ctx: Context, tenant: Tenant, run: string): Promise<ReplayedRun> {
  const calls = await findRecordedCalls(tenant, run)
  const file = isUuid(run) ? await findRecordedFile(tenant, run) : undefined
  if (file) return replayFile(ctx, tenant, { file, calls })
  const records = await findRunRecords(tenant, run)
  if (records.length === 0) throw notFound('run')
  return replayStudio(ctx, tenant, { records, calls })
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

type Stored = {
  readonly output: Readonly<Record<string, unknown>>
  readonly metadata: {
    readonly run_id: string
    readonly text_hash?: string
    readonly errors?: Readonly<Record<string, string>>
  }
}

async function replayFile(
  ctx: Context,
  tenant: Tenant,
  { file: { file, plan }, calls }: { file: RecordedFile; calls: readonly RecordedCall[] },
): Promise<ReplayedRun> {
  if (file.result === null) throw conflict('The file has no result that could be replayed.')
  const { output, metadata } = file.result as Stored
  const tool = plan.tool as Tool
  const { result } = await runTool(ctx, tenant, {
    tool: { ...tool, metadata: withoutChunks(tool.metadata) },
    settings: plan.settings,
    document: { hash: file.file_hash, name: file.file_name },
    // The result may be that of an earlier execution of the same content.
    ...replaying(ctx, metadata.run_id),
  })
  const textHash = sameText(result.metadata.text_hash, metadata.text_hash)
  const asked = tool.metadata.outputs.filter(({ active }) => active)
  return {
    run: file.id,
    documentHash: file.file_hash,
    textHash,
    fields: asked.map(({ name: key, prompt }) => {
      const facts = { key, prompt, ...costOf(key, calls) }
      const error = result.metadata.errors?.[key]
      const failedThen = metadata.errors !== undefined && key in metadata.errors
      if (error !== undefined) return failedField(facts, error, failedThen)
      const value = result.output[key] ?? null
      const whole = result.metadata.confidence[key] ?? null
      return {
        ...facts,
        ...{ value, evidence: result.evidence[key] ?? null, confidence: whole, error: undefined },
        isSame: !failedThen && hashOfValue(value) === hashOfValue(output[key] ?? null),
      }
    }),
  }
}

/** The replies are known, so nothing is searched for that they could be made from. */
function withoutChunks(metadata: Tool['metadata']): Tool['metadata'] {
  return {
    ...metadata,
    tool_settings: { ...metadata.tool_settings, 'chunk-size': 0 },
    outputs: metadata.outputs.map((one) => ({ ...one, 'chunk-size': 0 })),
  }
}

function replaying({ claims }: Pick<Context, 'claims'>, prefix: string): CallContext {
  return { runId: 'replay', callKeyPrefix: prefix, isReplay: true, step: runStep, claims }
}

type StudioRun = {
  readonly records: readonly RunRecord[]
  readonly calls: readonly RecordedCall[]
}

async function replayStudio(
  ctx: Context,
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
  ctx: Context,
  tenant: Tenant,
  records: readonly RunRecord[],
  calls: readonly RecordedCall[],
): Promise<Outcomes> {
  const [first] = records
  if (!first) return []
  const own = callsOf(first, calls)
  const questions = records.map(questionIn)
  const input = {
    questions,
    document: { hash: first.documentHash, name: first.key },
    known: new Map(),
    scope: 'replay',
    calls: replaying(ctx, prefixOf(own)),
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

/** In a single pass all calls are for every prompt. */
function callsOf(record: RunRecord, calls: readonly RecordedCall[]): readonly RecordedCall[] {
  return isOfOnePass(record) ? calls : ofKey(record.key, calls)
}

/** The calls of one claim begin alike. */
function prefixOf(calls: readonly RecordedCall[]): string {
  return calls.at(-1)?.callKey.split('/').slice(0, 2).join('/') ?? 'studio/none'
}

const ofKey = (key: string, calls: readonly RecordedCall[]) =>
  calls.filter((call) => stepOf(call).startsWith(`${key}/`))

/** The name of the step in a key such as `studio/<claim>/<step>` or `<file>/<step>`. */
function stepOf({ callKey }: RecordedCall): string {
  const [first, ...rest] = callKey.split('/')
  return (first === 'studio' ? rest.slice(1) : rest).join('/')
}

/** Throws when the document is no longer read as it was. */
function sameText(now: string | undefined, recorded: string | undefined): string {
  if (recorded !== undefined && now !== undefined && now !== recorded) {
    throw conflict('The text of the document is no longer the one that the run has read.')
  }
  return now ?? recorded ?? ''
}

type Facts = Pick<ReplayedField, 'key' | 'prompt' | 'model' | 'dollars'>

function fieldOf(
  record: RunRecord,
  calls: readonly RecordedCall[],
  outcomes: Outcomes,
): ReplayedField {
  const { key } = record
  const facts = { key, prompt: questionIn(record).prompt, ...costOf(key, calls) }
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

/** One that failed then too is the same. */
const failedField = (facts: Facts, error: string, failedThen = false): ReplayedField => ({
  ...{ ...facts, value: null, evidence: null, confidence: null, error },
  isSame: failedThen ? true : undefined,
})

/** What the calls for one value have cost; those of a single pass are nobody's own. */
function costOf(key: string, calls: readonly RecordedCall[]): Pick<Facts, 'model' | 'dollars'> {
  const own = ofKey(key, calls)
  const isKnown = own.every(({ costInDollars }) => costInDollars !== null)
  const sum = own.reduce((all, { costInDollars }) => all + (costInDollars ?? 0), 0)
  return { model: own.at(-1)?.model, dollars: isKnown ? sum : undefined }
}
