import type { Tenant } from '../../platform/db/database.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import { answerFromData } from './answer-from-data.ts'
import type { AnsweredQuestion } from './answer-question.ts'
import type { AnsweringNeeds } from './answer-settings.ts'
import { type AskedDocument, answerFromLayouts } from './layouts/answer-from-layouts.ts'

/** By their keys, the questions that need no model: what the document carries as data comes before rules of its layout. */
export async function answerWithoutCall(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  calls: CallContext,
  { document, questions }: AskedDocument,
): Promise<ReadonlyMap<string, AnsweredQuestion>> {
  const data = await answerFromData(document, questions)
  const rest = questions.filter(({ key }) => !data.has(key))
  const left = { document, questions: rest }
  return new Map([...data, ...(await answerFromLayouts(ctx, tenant, calls, left))])
}
