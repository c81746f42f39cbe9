import { type CompiledLayout, layoutFormat } from '@recto/extraction/compiled-layout'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { AnsweredQuestion } from '../answer-question.ts'
import { openClock } from '../open-clock.ts'
import type { OpenedDocument } from '../opened-document.ts'
import {
  type CompiledLayoutRow,
  findLayoutAnswer,
  listLayoutsInUse,
  saveLayoutAnswer,
} from './layouts.store.ts'

/**
 * By the keys of those questions that a rule of the document's layout answers; no model is asked. What it says is
 * kept under the key of the run, as replies of models are, so that a repeated run and a replay say the same whatever
 * was compiled since.
 */
export async function answerFromLayouts(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, AnsweredQuestion>> {
  const { projectId } = calls
  const [first] = questions
  if (!projectId || !first || document.source !== undefined) return new Map()
  const callKey = `${calls.callKeyPrefix}/layouts/${first.key}`
  const clock = openClock()
  const answers = await clock.time('layout_rules', async () => {
    const known = await findLayoutAnswer(tenant, callKey)
    // What was kept is ours.
    if (known) return known.answers as readonly Answer[]
    if (calls.isReplay) return []
    return answerAnew(tenant, { projectId, callKey }, document, questions)
  })
  const asked = new Map(questions.map((question) => [question.key, question]))
  const metrics = clock.metrics(Math.max(1, answers.length))
  return new Map(
    answers.flatMap(({ key, ...answer }) => {
      const question = asked.get(key)
      return question ? [[key, { key, question, ...answer, context: [], metrics, document }]] : []
    }),
  )
}

type Under = { readonly projectId: string; readonly callKey: string }

async function answerAnew(
  tenant: Tenant,
  { projectId, callKey }: Under,
  document: OpenedDocument,
  questions: readonly Question[],
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
