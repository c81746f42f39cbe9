import {
  type AnsweredQuestion,
  type AnswerSettings,
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
import { questionsOfTool, type Tool } from '../../features/tools/tools.port.ts'
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
  readonly metadata: { readonly run_id: string; readonly text_hash?: string }
}

async function replayFile(
  ctx: Context,
  tenant: Tenant,
  { file: { file, plan }, calls }: { file: RecordedFile; calls: readonly RecordedCall[] },
): Promise<ReplayedRun> {
  if (file.status !== 'COMPLETED') throw conflict('The file has no result that could be replayed.')
  const { output, metadata } = file.result as Stored
  const asked = questionsOfTool((plan.tool as Tool).metadata)
  const replayed = await answerAgain(ctx, tenant, {
    questions: asked,
    documentHash: file.file_hash,
    name: file.file_name,
    // The result may be that of an earlier execution of the same content.
    callKeyPrefix: metadata.run_id,
  })
  return {
    run: file.id,
    documentHash: file.file_hash,
    textHash: sameText(replayed, metadata.text_hash),
    fields: asked.map(({ key, prompt }) =>
      fieldOf({
        ...{ key, prompt, calls, outcome: replayed.get(key) },
        recorded: hashOfValue(output[key] ?? null),
      }),
    ),
  }
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
  const fields: ReplayedField[] = []
  for (const record of records) {
    const question = questionIn(record)
    const outcomes = await answerAgain(ctx, tenant, {
      questions: [question],
      documentHash: record.documentHash,
      name: record.key,
      callKeyPrefix: prefixOf(record, calls),
    })
    sameText(outcomes, record.textHash)
    fields.push(
      fieldOf({
        ...{ key: record.key, prompt: question.prompt, calls },
        outcome: outcomes.get(record.key),
        recorded: record.valueHash,
      }),
    )
  }
  const { runId: run, documentHash, textHash } = first
  return { run, documentHash, textHash, fields }
}

function questionIn({ question, settings }: RunRecord): ConfiguredQuestion {
  return { ...(question as ConfiguredQuestion), settings: settings as AnswerSettings }
}

/** The calls of one claim begin alike: the claim under which the prompt was asked of the model that it has. */
function prefixOf({ key, settings }: RunRecord, calls: readonly RecordedCall[]): string {
  const { llmId } = settings as AnswerSettings
  const own = calls.filter(
    (call) => stepOf(call)?.startsWith(`${key}/`) && call.adapterId === llmId,
  )
  return own.at(-1)?.callKey.split('/').slice(0, 2).join('/') ?? 'studio/none'
}

/** The name of the step in a key such as `studio/<claim>/<step>` or `<file>/<step>`. */
function stepOf({ callKey }: RecordedCall): string | undefined {
  const [first, ...rest] = callKey.split('/')
  return (first === 'studio' ? rest.slice(1) : rest).join('/')
}

type Again = {
  readonly questions: readonly ConfiguredQuestion[]
  readonly documentHash: string
  readonly name: string
  readonly callKeyPrefix: string
}

type Outcomes = ReadonlyMap<string, Outcome>
type Outcome = Awaited<ReturnType<typeof answerQuestions>>[number]

async function answerAgain(
  ctx: Context,
  tenant: Tenant,
  { questions, documentHash, name, callKeyPrefix }: Again,
): Promise<Outcomes> {
  const calls: CallContext = {
    ...{ runId: 'replay', callKeyPrefix, isReplay: true, step: runStep, claims: ctx.claims },
  }
  const outcomes = await answerQuestions(ctx, tenant, {
    // The replies are known, so nothing is searched for that they could be made from.
    questions: questions.map((question) => ({
      ...question,
      settings: { ...question.settings, chunkSize: 0 },
    })),
    document: { hash: documentHash, name },
    known: new Map(),
    scope: 'replay',
    calls,
    ensureIndexed: async () => {},
  })
  return new Map(outcomes.map((outcome) => [outcome.key, outcome]))
}

/** Throws when the document is no longer read as it was. */
function sameText(outcomes: Outcomes, recorded: string | undefined): string {
  const answered = [...outcomes.values()].find((one) => one.isDone)
  const now = answered?.isDone ? answered.value.document.textHash : undefined
  if (recorded !== undefined && now !== undefined && now !== recorded) {
    throw conflict('The text of the document is no longer the one that the run has read.')
  }
  return now ?? recorded ?? ''
}

type Field = {
  readonly key: string
  readonly prompt: string
  readonly calls: readonly RecordedCall[]
  readonly outcome: Outcome | undefined
  /** The hash of the value that the run had. */
  readonly recorded: string
}

function fieldOf({ key, prompt, calls, outcome, recorded }: Field): ReplayedField {
  const own = calls.filter((call) => stepOf(call)?.startsWith(`${key}/`))
  const costs = own.map(({ costInDollars }) => costInDollars)
  const shared = {
    key,
    prompt,
    model: own.at(-1)?.model,
    dollars: costs.some((cost) => cost === null) ? undefined : sumOf(costs),
  }
  const nothing = { value: null, evidence: null, confidence: undefined, isSame: undefined }
  if (!outcome) return { ...shared, ...nothing, error: 'It was not asked.' }
  if (!outcome.isDone) return { ...shared, ...nothing, error: describeForPerson(outcome.error) }
  const { value, evidence, confidence }: AnsweredQuestion = outcome.value
  const isSame = hashOfValue(value) === recorded
  return { ...shared, value, evidence, confidence, isSame, error: undefined }
}

const sumOf = (costs: readonly (number | null)[]) =>
  costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
