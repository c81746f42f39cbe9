import type {
  ExtractedField,
  ExtractedValues,
} from '@recto/contract/text-service/extract-by-schema'
import { defaultPostamble, defaultPreamble } from '@recto/extraction/assemble-prompt'
import { type FilledSchema, fillSchema } from '@recto/extraction/fill-schema'
import { planQuestions, type SchemaQuestion } from '@recto/extraction/plan-questions'
import { readSchema } from '@recto/extraction/read-schema'
import { omitUndefined } from '@recto/omit-undefined'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { builtInAdapterIds } from '../../adapters/adapters.port.ts'
import {
  type AnsweredQuestion,
  type AnswerSettings,
  answerQuestions,
  collectAnswers,
  describeFailed,
  describeHiddenText,
  type FailedQuestion,
} from '../../answering/answering.port.ts'
import {
  type CallContext,
  createRetryPatience,
  runStep,
} from '../../model-calls/model-calls.port.ts'
import type { PageCounts, TextJobRow } from '../jobs/text-jobs.store.ts'
import { storeValues } from './result-files.ts'

export type ExtractionRun = Pick<JobRun, 'signal' | 'cancelSignal' | 'assertHeld'>

type StoredExtraction = NonNullable<TextJobOptions['extraction']>

type ExtractionJob = {
  readonly job: TextJobRow
  readonly extraction: StoredExtraction
  readonly run: ExtractionRun
}

/**
 * Answers what the schema of a job asks for and stores the values. A repeated job finds the replies
 * that it has paid for under the id of the job.
 */
export async function extractValues(
  ctx: Context,
  tenant: Tenant,
  { job, extraction, run }: ExtractionJob,
): Promise<PageCounts> {
  const root = readSchema(JSON.parse(extraction.schema))
  const isForModel = extraction.modelId !== undefined
  const schemaQuestions = planQuestions(root, { isForModel })
  const settings = await getSettings(tenant, extraction)
  const outcomes = await answerQuestions(ctx, tenant, {
    questions: schemaQuestions.map(({ question }) => ({
      ...question,
      prompt: withoutVariables(question.prompt),
      settings,
    })),
    document: { hash: job.file_hash, name: job.options.fileName || 'document' },
    knownValues: new Map(),
    scope: job.id,
    calls: createCallContext(ctx, job, run),
    ensureIndexed: async () => {},
  })
  const { answers, failedQuestions } = collectAnswers(
    { log: ctx.log, signal: run.signal },
    outcomes,
  )
  const [first] = answers
  if (!first) throw new Error('No question of the schema was answered.')
  const { text } = first.document
  const filledSchema = fillSchema(root, schemaQuestions, {
    answers,
    notation: await text.notation(),
  })
  const values: ExtractedValues = {
    values: filledSchema.values,
    fields: presentFields(filledSchema, { schemaQuestions, failedQuestions }),
    warnings: listWarnings(first, failedQuestions),
    pages: text.pages.length,
  }
  await storeValues(ctx, tenant, { jobId: job.id, values })
  const { pages } = values
  return { total: pages, requested: pages, processed: pages }
}

/** The whole text is the context, so that nothing is embedded or indexed. */
async function getSettings(
  tenant: Tenant,
  { modelId, readsEmbedded }: StoredExtraction,
): Promise<AnswerSettings> {
  const { llm_id: builtInLlmId, text_extractor_id: textExtractorId } =
    await builtInAdapterIds(tenant)
  const llmId = modelId ?? builtInLlmId
  if (llmId === undefined || textExtractorId === undefined) {
    throw badRequest('The organization has deleted its built-in adapters, which read documents.')
  }
  return {
    llmId,
    textExtractorId,
    embeddingId: '',
    vectorDbId: '',
    chunkSize: 0,
    chunkOverlap: 0,
    strategy: 'simple',
    isHybrid: false,
    topK: 0,
    instructions: { preamble: defaultPreamble, postamble: defaultPostamble, grammar: [] },
    hiddenText: 'leave_out',
    ...omitUndefined({ readsEmbedded: readsEmbedded || undefined }),
  }
}

/** How long a service may be down before the job fails; the client waits no longer than it wants. */
const patienceSeconds = 300

const createCallContext = (
  { claims, groupCommits }: Context,
  { id, file_hash: documentHash }: TextJobRow,
  { signal, cancelSignal, assertHeld: assertLeaseHeld }: ExtractionRun,
): CallContext => ({
  runId: id,
  callKeyPrefix: `text-job/${id}`,
  step: runStep,
  // There is no project that says which values are masked.
  masking: undefined,
  claims,
  groupCommits,
  documentHash,
  signal,
  cancelSignal,
  assertLeaseHeld,
  patience: createRetryPatience({ seconds: patienceSeconds }),
})

/** What looks like a variable of a prompt is text here: it must not send a value to an address. */
const withoutVariables = (prompt: string): string =>
  prompt.replaceAll(/\{(?=\{)/g, '{ ').replaceAll(/%(?=\S)/g, '% ')

type QuestionsOfSchema = {
  readonly schemaQuestions: readonly SchemaQuestion[]
  readonly failedQuestions: readonly FailedQuestion[]
}

function presentFields(
  { fields }: FilledSchema,
  { schemaQuestions, failedQuestions }: QuestionsOfSchema,
): ExtractedValues['fields'] {
  const reasonByKey = new Map(failedQuestions.map(({ key, reason }) => [key, reason]))
  const reasonByPointer = new Map(
    schemaQuestions.map(({ pointer, question }) => [pointer, reasonByKey.get(question.key)]),
  )
  return Object.fromEntries(
    Object.entries(fields).map(([pointer, { confidence, evidence, explanation }]) => {
      const field: ExtractedField = {
        confidence,
        evidence: evidence.map(({ page, boxes, quote, source, contradicts }) => ({
          page,
          boxes: boxes.map((box) => [...box]),
          quote,
          ...omitUndefined({ source, contradicts }),
        })),
        explanation: reasonByPointer.get(pointer) ?? explanation,
      }
      return [pointer, field]
    }),
  )
}

function listWarnings(
  { document: { warnings = [], hidden } }: AnsweredQuestion,
  failedQuestions: readonly FailedQuestion[],
): string[] {
  const hiddenText = hidden && describeHiddenText(hidden)
  return [
    ...warnings,
    ...(hiddenText ? [`Hidden text was left out: ${hiddenText}.`] : []),
    ...(failedQuestions.length > 0 ? [describeFailed(failedQuestions)] : []),
  ]
}
