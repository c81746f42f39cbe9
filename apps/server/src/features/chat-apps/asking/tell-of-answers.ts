import { type AnswerNews, answerEvent } from '@recto/contract/sockets'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Sockets } from '../../../platform/sockets/sockets.ts'
import { answerHeard } from './chat-apps.events.ts'
import { type HeardHere, nameOfHeard } from './hear-answer.ts'
import { type ChatQuestionRow, findQuestion } from './questions.store.ts'

type Needs = Pick<Context, 'cache' | 'db' | 'events' | 'log'>
type Heard = { readonly organizationId: number; readonly userId: number }

/** Tells the browsers that are connected to this process how answers grow; what comes while one is told is told together. */
export function tellOfAnswers(ctx: Needs, sockets: Sockets): () => void {
  const waiting = new Map<string, Heard>()
  const underWay = new Set<string>()
  const tellNext = async (questionId: string) => {
    underWay.add(questionId)
    for (let heard = waiting.get(questionId); heard; heard = waiting.get(questionId)) {
      waiting.delete(questionId)
      await tell(ctx, sockets, { ...heard, questionId }).catch((error: unknown) => {
        // The page asks too when nothing is heard.
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
  { cache, db }: Needs,
  sockets: Sockets,
  { organizationId, userId, questionId }: Heard & { readonly questionId: string },
): Promise<void> {
  const here = cache.find<HeardHere>(nameOfHeard(questionId))
  const news =
    here && !here.isOver
      ? newsOf({ questionId, historyId: here.historyId, state: 'answering', text: here.text })
      : await findNews({ db, organizationId }, questionId)
  if (news) sockets.tellPerson({ organizationId, userId }, answerEvent, news)
}

type Told = {
  readonly questionId: string
  readonly historyId: string
  readonly state: ChatQuestionRow['state']
  readonly text: string
}

const newsOf = ({ questionId, historyId, state, text }: Told): AnswerNews['data'] => ({
  ...{ chat_history_id: historyId, question_id: questionId, state },
  message: state === 'answering' ? text : '',
})

/** Of an answer that another process hears, or that has ended. */
async function findNews(tenant: Tenant, questionId: string) {
  const row = await findQuestion(tenant, questionId)
  if (!row) return undefined
  const { chat_history_id: historyId, state, answer: text } = row
  return newsOf({ questionId, historyId, state, text })
}
