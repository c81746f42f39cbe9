import { notAnswered } from '@recto/extraction/chat-prompt'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeForPerson } from '../../../platform/describe-failure.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import type { AnsweringNeeds } from '../answer-settings.ts'
import { explainAnsweringError } from '../explain-answering-error.ts'
import { readText } from '../read-text.ts'
import { answerByModel } from './answer-by-model.ts'
import type { AnsweredChat, ChatDocument, ChatQuestion, ReadDocument } from './chat-question.ts'
import { quotePassages } from './quote-passages.ts'

/**
 * Answers a question of a conversation from its documents alone: by the model, from the rows that are found by its
 * settings, or with the passages that fit best where the adapter is no model. A document that cannot be read is
 * left out and named; when none can, that failure is thrown. Throws `AppError`s that explain what failed.
 */
export async function answerChat(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  asked: ChatQuestion,
): Promise<AnsweredChat> {
  try {
    const llm = await openLlm(ctx, tenant, asked.settings.llmId)
    const { read, unread } = await readAll(ctx, tenant, asked)
    if (read.length === 0) return { ...nothingSaid, unread }
    const answering = { asked, llm, read }
    const isModel = llm.llm.complete !== undefined
    const said = await (isModel
      ? answerByModel(ctx, tenant, answering)
      : quotePassages(tenant, answering))
    return { ...(said ?? nothingSaid), unread }
  } catch (error) {
    throw explainAnsweringError(error)
  }
}

const nothingSaid = { kind: 'not-answered', text: notAnswered, citations: [] } as const

type ReadAll = { readonly read: readonly ReadDocument[]; readonly unread: AnsweredChat['unread'] }

async function readAll(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { documents, settings, calls }: ChatQuestion,
): Promise<ReadAll> {
  const { textExtractorId, hiddenText } = settings
  const readOne = async (document: ChatDocument) => {
    // Several are read, and a step is known by its name.
    const step: typeof calls.step = (name, run, options) =>
      calls.step(`${document.id}/${name}`, run, options)
    const given = {
      ...{ document, textExtractorId, hiddenText },
      ...{ calls: { ...calls, step }, isKept: true },
    }
    return { document, ...(await readText(ctx, tenant, given)) }
  }
  const outcomes = await Promise.allSettled(documents.map(readOne))
  calls.signal?.throwIfAborted()
  const read = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failures = outcomes.flatMap((one, i) =>
    one.status === 'rejected' ? [{ document: documents[i], error: one.reason as unknown }] : [],
  )
  if (read.length === 0 && failures[0]) throw failures[0].error
  const unread = failures.map(({ document, error }) => {
    return {
      fileName: document?.name ?? '',
      reason: describeForPerson(explainAnsweringError(error)),
    }
  })
  return { read, unread }
}
