import { type AnswerNews, answerEvent } from '@recto/contract/server/sockets'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Sockets } from '../../../platform/sockets/sockets.ts'
import { type ChatQuestionRow, findQuestion } from './questions.store.ts'
import { answerUpdated, type LocalAnswerText, localAnswerKey } from './stream-answer.ts'

type PushAnswersDependencies = Pick<Context, 'cache' | 'db' | 'events' | 'log'>
type AnswerRecipient = { readonly organizationId: number; readonly userId: number }

/**
 * Sends growing answers to the browsers connected to this process; updates that arrive while one is
 * being sent are combined.
 */
export function pushAnswers(ctx: PushAnswersDependencies, sockets: Sockets): () => void {
  const pendingRecipients = new Map<string, AnswerRecipient>()
  const inProgress = new Set<string>()
  const pushPending = async (questionId: string) => {
    inProgress.add(questionId)
    for (
      let recipient = pendingRecipients.get(questionId);
      recipient;
      recipient = pendingRecipients.get(questionId)
    ) {
      pendingRecipients.delete(questionId)
      await pushAnswer(ctx, sockets, { ...recipient, questionId }).catch((error: unknown) => {
        // The page polls when it receives nothing.
        ctx.log.warn({ reason: describeFailure(error) }, 'could not push an answer to a browser')
      })
    }
    inProgress.delete(questionId)
  }
  return ctx.events.subscribe(answerUpdated, ({ questionId, ...recipient }) => {
    if (!sockets.hasPerson(recipient)) return
    pendingRecipients.set(questionId, recipient)
    if (!inProgress.has(questionId)) void pushPending(questionId)
  })
}

async function pushAnswer(
  { cache, db }: PushAnswersDependencies,
  sockets: Sockets,
  { organizationId, userId, questionId }: AnswerRecipient & { readonly questionId: string },
): Promise<void> {
  const localText = cache.find<LocalAnswerText>(localAnswerKey(questionId))
  const news =
    localText && !localText.isOver
      ? toAnswerNews({
          questionId,
          historyId: localText.historyId,
          state: 'answering',
          text: localText.text,
        })
      : await findNews({ db, organizationId }, questionId)
  if (news) sockets.sendToPerson({ organizationId, userId }, answerEvent, news)
}

type AnswerUpdate = {
  readonly questionId: string
  readonly historyId: string
  readonly state: ChatQuestionRow['state']
  readonly text: string
}

const toAnswerNews = ({
  questionId,
  historyId,
  state,
  text,
}: AnswerUpdate): AnswerNews['data'] => ({
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
  return toAnswerNews({ questionId, historyId, state, text })
}
