import { AppError, conflict, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findChatApp } from '../chat-apps.store.ts'
import { answerInTurn } from './answer-in-turn.ts'
import { type AskedConversation, findAskedConversation } from './conversations.store.ts'
import {
  type ChatQuestionRow,
  countQuestions,
  findQuestion,
  insertQuestion,
  restartQuestion,
  stopQuestion,
} from './questions.store.ts'
import { answerUpdated, secondsOfSilence } from './stream-answer.ts'

/** Maximum number of questions of a conversation, and of those being answered. */
const maxQuestions = 500
const maxInProgress = 3

export type QuestionWithHistory = {
  readonly history: AskedConversation
  readonly question: ChatQuestionRow
}

type AskAppRequest = {
  readonly actor: Actor
  readonly historyId: string
  readonly message: string
  /** Session id from the conversation's first answer. */
  readonly sessionId?: string | null | undefined
}

/**
 * Asks a question in the actor's own conversation and waits for the whole answer. Questions asked
 * in the meantime are answered afterwards. Rethrows a failure; the question remains and can be
 * asked again.
 */
export async function askQuestion(
  ctx: Context,
  { actor, ...request }: AskAppRequest,
): Promise<QuestionWithHistory> {
  const tenant = tenantOf(ctx, actor)
  const history = await findOwnHistory(tenant, actor, request.historyId)
  if (!history) throw invalid('historyId', 'This conversation does not exist.', 'does_not_exist')
  if (request.sessionId && request.sessionId !== history.session_id) {
    throw invalid('sessionId', 'This session belongs to another conversation.')
  }
  const question = await addQuestion(tenant, { historyId: history.id, question: request.message })
  const answeredQuestion = await answerInTurn(ctx, tenant, { history, question, isFirst: true })
  return { history, question: answeredQuestion }
}

/**
 * Attempts to add a question, because concurrent ones may take the same place in the conversation.
 */
const maxAttempts = 10

async function addQuestion(
  tenant: Tenant,
  request: { readonly historyId: string; readonly question: string },
): Promise<ChatQuestionRow> {
  const bounds = { maxQuestions, maxInProgress, secondsOfSilence }
  for (let tries = 0; tries < maxAttempts; tries++) {
    const question = await insertQuestion(tenant, request, bounds)
    if (question) return question
    const { all, waiting: waitingCount } = await countQuestions(
      tenant,
      request.historyId,
      secondsOfSilence,
    )
    if (all >= maxQuestions) {
      throw invalid('historyId', `A conversation can have at most ${maxQuestions} questions.`)
    }
    if (waitingCount >= maxInProgress) break
  }
  throw tooMany()
}

const tooMany = () =>
  new AppError(
    'over-limit',
    [
      {
        code: 'throttled',
        detail: `${maxInProgress} questions in this conversation are already waiting for answers. Try again when one of them has been answered.`,
        attr: null,
      },
    ],
    { retryAfterSeconds: 5 },
  )

type AskAppTarget = { readonly actor: Actor; readonly id: string }

/**
 * Asks the same question again without paying again for earlier replies. An answered question is
 * returned as it is.
 */
export async function retryQuestion(
  ctx: Context,
  { actor, id }: AskAppTarget,
): Promise<QuestionWithHistory> {
  const tenant = tenantOf(ctx, actor)
  const { history, question } = await getOwn(tenant, { actor, id })
  if (question.state === 'answered') return { history, question }
  const restartedQuestion = await restartQuestion(tenant, id, secondsOfSilence)
  if (!restartedQuestion) throw conflict('This question is already being answered.')
  const retriedQuestion = { history, question: restartedQuestion, isFirst: false }
  return { history, question: await answerInTurn(ctx, tenant, retriedQuestion) }
}

/**
 * Stops an answer without waiting for a running model call, which is completed so that its reply is
 * not lost.
 */
export async function stopAnswer(
  ctx: Pick<Context, 'db' | 'events'>,
  { actor, id }: AskAppTarget,
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  await getOwn(tenant, { actor, id })
  const isStopped = await stopQuestion(tenant, id)
  if (isStopped) {
    await ctx.events.publish(ctx.db, answerUpdated, answerEventOf(tenant, actor.userId, id))
  }
}

async function getOwn(tenant: Tenant, { actor, id }: AskAppTarget): Promise<QuestionWithHistory> {
  const question = await findQuestion(tenant, id)
  const history = question && (await findOwnHistory(tenant, actor, question.chat_history_id))
  if (!question || !history) throw notFound('question')
  return { history, question }
}

/** Finds a conversation of the actor about an app that the actor may still see. */
async function findOwnHistory(
  tenant: Tenant,
  actor: Actor,
  id: string,
): Promise<AskedConversation | undefined> {
  const history = await findAskedConversation(tenant, { userId: actor.userId, id })
  return history && (await findChatApp(tenant, actor, history.app_id)) ? history : undefined
}

const answerEventOf = ({ organizationId }: Tenant, userId: number, questionId: string) => ({
  organizationId,
  userId,
  questionId,
})
