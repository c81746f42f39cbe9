import { type AnswerNews, answerEvent } from '@recto/contract/server/sockets'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Sockets } from '../../../platform/sockets/sockets.ts'
import { answerHeard } from './chat-apps.events.ts'
import { type HeardHere, nameOfHeard } from './hear-answer.ts'
import { type ChatQuestionRow, findQuestion } from './questions.store.ts'

type TellOfAnswersDependencies = Pick<Context, 'cache' | 'db' | 'events' | 'log'>
type TellOfAnswersOptions = { readonly organizationId: number; readonly userId: number }

/**
 * Sends growing answers to the browsers connected to this process; updates that arrive while one is
 * being sent are combined.
 */
export function tellOfAnswers(ctx: TellOfAnswersDependencies, sockets: Sockets): () => void {
  const waiting = new Map<string, TellOfAnswersOptions>()
  const underWay = new Set<string>()
  const tellNext = async (questionId: string) => {
    underWay.add(questionId)
    for (let heard = waiting.get(questionId); heard; heard = waiting.get(questionId)) {
      waiting.delete(questionId)
      await tell(ctx, sockets, { ...heard, questionId }).catch((error: unknown) => {
        // The page polls when it receives nothing.
        ctx.log.warn({ reason: describeFailure(error) }, 'an answer could not be told')
      })
    }
    underWay.delete(questionId)
  }
  return ctx.events.subscribe(answerHeard, ({ questionId, ...heard }) => {
    if (!sockets.hasPerson(heard)) return
    waiting.set(questionId, heard)
    if (!underWay.has(questionId)) void tellNext(questionId)
  })
}

async function tell(
  { cache, db }: TellOfAnswersDependencies,
  sockets: Sockets,
  { organizationId, userId, questionId }: TellOfAnswersOptions & { readonly questionId: string },
): Promise<void> {
  const here = cache.find<HeardHere>(nameOfHeard(questionId))
  const news =
    here && !here.isOver
      ? newsOf({ questionId, historyId: here.historyId, state: 'answering', text: here.text })
      : await findNews({ db, organizationId }, questionId)
  if (news) sockets.sendToPerson({ organizationId, userId }, answerEvent, news)
}

type NewsOfMessage = {
  readonly questionId: string
  readonly historyId: string
  readonly state: ChatQuestionRow['state']
  readonly text: string
}

const newsOf = ({ questionId, historyId, state, text }: NewsOfMessage): AnswerNews['data'] => ({
  chat_history_id: historyId,
  question_id: questionId,
  state,
  message: state === 'answering' ? text : '',
})

/** Reads the state of an answer that another process works on, or that has ended. */
async function findNews(tenant: Tenant, questionId: string) {
  const row = await findQuestion(tenant, questionId)
  if (!row) return undefined
  const { chat_history_id: historyId, state, answer: text } = row
  return newsOf({ questionId, historyId, state, text })
}
