import type { Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import { answerFromData } from './answer-from-data.ts'
import type { AnsweredQuestion } from './answer-question.ts'
import { answerFromLayouts } from './layouts/answer-from-layouts.ts'
import type { OpenedDocument } from './opened-document.ts'

/** By their keys, the questions that need no model: what the document carries as data comes before rules of its layout. */
export async function answerWithoutCall(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, AnsweredQuestion>> {
  const data = await answerFromData(document, questions)
  const rest = questions.filter(({ key }) => !data.has(key))
  return new Map([...data, ...(await answerFromLayouts(tenant, calls, document, rest))])
}
