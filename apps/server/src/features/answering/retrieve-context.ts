import type { Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnswerSettings } from './answer-settings.ts'
import type { Searcher } from './retrieval/searcher.ts'
import { asksModel, strategies } from './retrieval/strategies.ts'

type Input = {
  readonly question: Question
  readonly passages: Searcher
  readonly llm: OpenedLlm
  readonly settings: Pick<AnswerSettings, 'strategy' | 'topK' | 'isHybrid'>
}

/** Finds the chunks to answer a question from, by the strategy of the settings, best first. */
export async function retrieveContext(
  tenant: Tenant,
  calls: CallContext,
  { question, passages, llm, settings }: Input,
): Promise<readonly string[]> {
  const { strategy, topK, isHybrid } = settings
  const found = await strategies[strategy]({
    question,
    topK,
    by: isHybrid ? 'both' : 'vectors',
    searcher: passages,
    async ask(step, prompt) {
      const request = { prompt }
      const call = { opened: llm, request, step, reason: 'extraction' } as const
      return (await callModel(tenant, calls, call)).text
    },
  })
  return found.map(({ text }) => text)
}

/** Refuses a strategy that has to ask a model when the adapter has none. */
export function assertCanRetrieve(
  llm: OpenedLlm,
  { strategy, chunkSize }: Pick<AnswerSettings, 'strategy' | 'chunkSize'>,
): void {
  if (chunkSize === 0 || llm.llm.complete || !asksModel(strategy)) return
  throw badRequest(
    `“${llm.name}” is no language model, which the retrieval strategy ${strategy} needs.`,
  )
}
