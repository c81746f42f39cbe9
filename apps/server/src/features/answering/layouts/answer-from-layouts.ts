import { type CompiledLayout, layoutFormat } from '@recto/extraction/compiled-layout'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { AnsweredQuestion } from '../answer-question.ts'
import type { OpenedDocument } from '../opened-document.ts'
import { createTimer } from '../timer.ts'
import {
  type CompiledLayoutRow,
  findLayoutAnswer,
  hasLayoutsInUse,
  listLayoutAnswers,
  listLayoutsInUse,
  saveLayoutAnswer,
  toLayoutKeyPrefix,
} from './layouts.store.ts'

export type DocumentQuestions = {
  readonly document: OpenedDocument
  readonly questions: readonly Question[]
}

type LayoutDependencies = Pick<Context, 'configurationVersion' | 'configurationCache'>

/**
 * Answers the questions that a rule of the document's layout covers, by their keys; calls no model.
 * The answers are stored under the key of the run, like replies of models, so that a repeated run
 * and a replay give the same answers whatever was compiled since.
 */
export async function answerFromLayouts(
  ctx: LayoutDependencies,
  tenant: Tenant,
  calls: CallContext,
  { document, questions }: DocumentQuestions,
): Promise<ReadonlyMap<string, AnsweredQuestion>> {
  const isReplaced = document.replacementText !== undefined
  if (questions.length === 0 || isReplaced || calls.ignoresLayouts) return new Map()
  const timer = createTimer()
  const answers = await timer.time('layout_rules', () =>
    calls.isReplay
      ? replayAnswers(tenant, calls, document)
      : findOrCreateAnswers(ctx, tenant, calls, { document, questions }),
  )
  const questionByKey = new Map(questions.map((question) => [question.key, question]))
  const metrics = timer.metrics(Math.max(1, answers.length))
  return new Map(
    answers
      .map(({ key, ...answer }) => {
        const question = questionByKey.get(key)
        return question
          ? ([key, { key, question, ...answer, context: [], metrics, document }] as const)
          : undefined
      })
      .filter((value) => value !== undefined),
  )
}

/**
 * Whether the project has layouts in use. Most have none, so the result is cached per configuration
 * version where there is one.
 */
function hasLayouts(
  { configurationVersion, configurationCache }: LayoutDependencies,
  tenant: Tenant,
  projectId: string,
): Promise<boolean> {
  const findInUse = () => hasLayoutsInUse(tenant, projectId)
  return configurationVersion
    ? configurationCache.get(configurationVersion, `layouts/${projectId}`, findInUse)
    : findInUse()
}

type StoredAnswer = Answer & Pick<AnsweredQuestion, 'layoutAnswerKey'>

/** A replay may group the questions differently, so all answers of the run are loaded. */
async function replayAnswers(
  tenant: Tenant,
  { callKeyPrefix }: CallContext,
  { hash }: OpenedDocument,
): Promise<readonly StoredAnswer[]> {
  const rows = await listLayoutAnswers(tenant, { documentHash: hash, callKeyPrefix })
  return rows.flatMap(({ answers, call_key }) => toStoredAnswers(answers, call_key))
}

async function findOrCreateAnswers(
  ctx: LayoutDependencies,
  tenant: Tenant,
  { projectId, callKeyPrefix, isFirstRun }: CallContext,
  input: DocumentQuestions,
): Promise<readonly StoredAnswer[]> {
  const [first] = input.questions
  if (!projectId || !first) return []
  const callKey = `${toLayoutKeyPrefix(callKeyPrefix)}${first.key}`
  // A first run has no stored answers.
  const storedRow = isFirstRun ? undefined : await findLayoutAnswer(tenant, callKey)
  if (storedRow) return toStoredAnswers(storedRow.answers, callKey)
  if (!(await hasLayouts(ctx, tenant, projectId))) return []
  return toStoredAnswers(await createAnswers(tenant, { projectId, callKey }, input), callKey)
}

/** The stored JSON was written by `saveLayoutAnswer`. */
const toStoredAnswers = (answers: unknown, layoutAnswerKey: string): readonly StoredAnswer[] =>
  (answers as readonly Answer[]).map((answer) => ({ ...answer, layoutAnswerKey }))

type LayoutAnswerKey = { readonly projectId: string; readonly callKey: string }

async function createAnswers(
  tenant: Tenant,
  { projectId, callKey }: LayoutAnswerKey,
  { document, questions }: DocumentQuestions,
): Promise<readonly Answer[]> {
  const layouts = (await listLayoutsInUse(tenant, projectId)).flatMap(toUsableLayout)
  if (layouts.length === 0) return []
  const match = await document.text.answerByRules({ layouts, questions })
  const { id, answers, missed: missedKeys } = match ?? { id: null, answers: [], missed: [] }
  await saveLayoutAnswer(tenant, {
    project_id: projectId,
    call_key: callKey,
    document_hash: document.hash,
    layout_id: id,
    answers,
    answered: answers.length,
    missed: missedKeys.length,
  })
  return answers
}

/** Drops the rules that a review has corrected. */
function toUsableLayout({ id, layout, suspended: suspendedKeys }: CompiledLayoutRow) {
  // The stored JSON was written by us; a layout of an older format is recompiled at the next
  // approval.
  const compiledLayout = layout as CompiledLayout
  if (compiledLayout.format !== layoutFormat) return []
  const rules = compiledLayout.rules.filter(({ key }) => !suspendedKeys.includes(key))
  return [{ id, layout: { ...compiledLayout, rules } }]
}
