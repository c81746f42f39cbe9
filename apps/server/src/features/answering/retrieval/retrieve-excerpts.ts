import type { Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../../model-calls/model-calls.port.ts'
import type { AnswerSettings } from '../answer-settings.ts'
import type { Excerpt } from '../text/document-chunks.ts'
import type { Searcher } from './searcher.ts'
import { needsModel, strategies } from './strategies.ts'

type RetrievalInput = {
  readonly question: Pick<Question, 'key' | 'prompt'>
  readonly searcher: Searcher
  readonly llm: OpenedLlm
  readonly settings: Pick<AnswerSettings, 'strategy' | 'topK' | 'isHybrid'>
  /** Asks the model; shared where several documents are searched for the same. */
  readonly askModel?: typeof callModel | undefined
}

/** Retrieves the chunks to answer a question from by the strategy of the settings, best first. */
export async function retrieveExcerpts(
  tenant: Tenant,
  calls: CallContext,
  { question, searcher, llm, settings, askModel = callModel }: RetrievalInput,
): Promise<readonly Excerpt[]> {
  const { strategy, topK, isHybrid } = settings
  return strategies[strategy]({
    question,
    topK,
    mode: isHybrid ? 'both' : 'vectors',
    searcher,
    async askModel(step, prompt) {
      const request = { prompt }
      // The question is counted when it is answered.
      const call = { adapter: llm, request, step, reason: 'extraction', isFollowUp: true } as const
      return (await askModel(tenant, calls, call)).text
    },
  })
}

/** Throws 400 for a strategy that asks a model when the adapter has none. */
export function assertCanRetrieve(
  llm: OpenedLlm,
  { strategy, chunkSize }: Pick<AnswerSettings, 'strategy' | 'chunkSize'>,
): void {
  if (chunkSize === 0 || llm.connection.complete || !needsModel(strategy)) return
  throw badRequest(
    `The retrieval strategy ${strategy} needs a language model, and “${llm.name}” is not one.`,
  )
}
