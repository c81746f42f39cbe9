import { type CompiledLayout, layoutFormat } from '@recto/extraction/compiled-layout'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { AnsweredQuestion } from '../answer-question.ts'
import { openClock } from '../open-clock.ts'
import type { OpenedDocument } from '../opened-document.ts'
import {
  type CompiledLayoutRow,
  findLayoutAnswer,
  hasLayoutsInUse,
  layoutKeysOf,
  listLayoutAnswers,
  listLayoutsInUse,
  saveLayoutAnswer,
} from './layouts.store.ts'

export type AskedDocument = {
  readonly document: OpenedDocument
  readonly questions: readonly Question[]
}

type Needs = Pick<Context, 'configuration' | 'configurations'>

/**
 * By the keys of those questions that a rule of the document's layout answers; no model is asked. What it says is
 * kept under the key of the run, as replies of models are, so that a repeated run and a replay say the same whatever
 * was compiled since.
 */
export async function answerFromLayouts(
  ctx: Needs,
  tenant: Tenant,
  calls: CallContext,
  { document, questions }: AskedDocument,
): Promise<ReadonlyMap<string, AnsweredQuestion>> {
  if (questions.length === 0 || document.source !== undefined) return new Map()
  const clock = openClock()
  const answers = await clock.time('layout_rules', () =>
    calls.isReplay
      ? answerAgain(tenant, calls, document)
      : answerOrRepeat(ctx, tenant, calls, { document, questions }),
  )
  const asked = new Map(questions.map((question) => [question.key, question]))
  const metrics = clock.metrics(Math.max(1, answers.length))
  return new Map(
    answers.flatMap(({ key, ...answer }) => {
      const question = asked.get(key)
      return question ? [[key, { key, question, ...answer, context: [], metrics, document }]] : []
    }),
  )
}

/** Most projects have none: work that names the version of its configuration asks once whether one has. */
function hasLayouts(
  { configuration, configurations }: Needs,
  tenant: Tenant,
  projectId: string,
): Promise<boolean> {
  const find = () => hasLayoutsInUse(tenant, projectId)
  return configuration ? configurations.get(configuration, `layouts/${projectId}`, find) : find()
}

type KeptAnswer = Answer & Pick<AnsweredQuestion, 'keptUnder'>

/** A replay may ask together what was asked one by one, and the other way round. */
async function answerAgain(
  tenant: Tenant,
  { callKeyPrefix }: CallContext,
  { hash }: OpenedDocument,
): Promise<readonly KeptAnswer[]> {
  const kept = await listLayoutAnswers(tenant, { documentHash: hash, callKeyPrefix })
  return kept.flatMap(({ answers, call_key }) => keptIn(answers, call_key))
}

async function answerOrRepeat(
  ctx: Needs,
  tenant: Tenant,
  { projectId, callKeyPrefix, isFirst }: CallContext,
  asked: AskedDocument,
): Promise<readonly KeptAnswer[]> {
  const [first] = asked.questions
  if (!projectId || !first) return []
  const callKey = `${layoutKeysOf(callKeyPrefix)}${first.key}`
  // Of a first run nothing is kept.
  const known = isFirst ? undefined : await findLayoutAnswer(tenant, callKey)
  if (known) return keptIn(known.answers, callKey)
  if (!(await hasLayouts(ctx, tenant, projectId))) return []
  return keptIn(await answerAnew(tenant, { projectId, callKey }, asked), callKey)
}

/** What was kept is ours. */
const keptIn = (answers: unknown, keptUnder: string): readonly KeptAnswer[] =>
  (answers as readonly Answer[]).map((answer) => ({ ...answer, keptUnder }))

type Under = { readonly projectId: string; readonly callKey: string }

async function answerAnew(
  tenant: Tenant,
  { projectId, callKey }: Under,
  { document, questions }: AskedDocument,
): Promise<readonly Answer[]> {
  const layouts = (await listLayoutsInUse(tenant, projectId)).flatMap(inUse)
  if (layouts.length === 0) return []
  const found = await document.text.answerByRules({ layouts, questions })
  const { id, answers, missed } = found ?? { id: null, answers: [], missed: [] }
  await saveLayoutAnswer(tenant, {
    ...{ project_id: projectId, call_key: callKey, document_hash: document.hash },
    ...{ layout_id: id, answers, answered: answers.length, missed: missed.length },
  })
  return answers
}

/** Without the rules that a review has corrected. */
function inUse({ id, layout, suspended }: CompiledLayoutRow) {
  // What was compiled is ours; an older format is compiled anew with the next approval.
  const compiled = layout as CompiledLayout
  if (compiled.format !== layoutFormat) return []
  const rules = compiled.rules.filter(({ key }) => !suspended.includes(key))
  return [{ id, layout: { ...compiled, rules } }]
}
