import type { Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnswerSettings } from './answer-settings.ts'
import type { Searcher } from './retrieval/searcher.ts'
import { asksModel, strategies } from './retrieval/strategies.ts'
import type { Excerpt } from './text/excerpts-of.ts'

type Input = {
  readonly question: Pick<Question, 'key' | 'prompt'>
  readonly passages: Searcher
  readonly llm: OpenedLlm
  readonly settings: Pick<AnswerSettings, 'strategy' | 'topK' | 'isHybrid'>
  /** Asks the model, where several documents are searched for the same. */
  readonly askModel?: typeof callModel | undefined
}

/** Finds the chunks to answer a question from, by the strategy of the settings, best first. */
export async function retrieveContext(
  tenant: Tenant,
  calls: CallContext,
  input: Input,
): Promise<readonly string[]> {
  return (await retrieveExcerpts(tenant, calls, input)).map(({ text }) => text)
}

/** The same, with their places among the chunks. */
export async function retrieveExcerpts(
  tenant: Tenant,
  calls: CallContext,
  { question, passages, llm, settings, askModel = callModel }: Input,
): Promise<readonly Excerpt[]> {
  const { strategy, topK, isHybrid } = settings
  return strategies[strategy]({
    question,
    topK,
    by: isHybrid ? 'both' : 'vectors',
    searcher: passages,
    async ask(step, prompt) {
      const request = { prompt }
      const call = { opened: llm, request, step, reason: 'extraction' } as const
      return (await askModel(tenant, calls, call)).text
    },
  })
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
