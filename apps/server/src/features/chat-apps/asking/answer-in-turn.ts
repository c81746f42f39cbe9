import { createHash } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure, toUserMessage } from '../../../platform/describe-failure.ts'
import { answerChat, type ChatRequest, type FindCitations } from '../../answering/answering.port.ts'
import { openMasking, runStep } from '../../model-calls/model-calls.port.ts'
import type { AskedConversation } from './conversations.store.ts'
import { indexOnce } from './index-once.ts'
import { openApp } from './open-app.ts'
import {
  type ChatQuestionRow,
  findQuestion,
  findTurns,
  hasEarlier,
  saveAnswer,
  saveFailure,
  saveStoppedCitations,
} from './questions.store.ts'
import {
  type AnswerStream,
  answerUpdated,
  secondsOfSilence,
  streamAnswer,
} from './stream-answer.ts'

type AnswerInTurnRequest = {
  readonly history: AskedConversation
  readonly question: ChatQuestionRow
  /** Whether the question is asked for the first time, so that no call was paid for it yet. */
  readonly isFirst: boolean
}

/**
 * Maximum duration of an answer, and maximum number of earlier turns that are sent with the
 * question.
 */
const maxMilliseconds = 10 * 60_000
const maxTurns = 3
const lettersOfTurn = 1000

/**
 * Answers a question once the earlier ones of its conversation are answered, also by other
 * processes. The answer is completed even if the caller no longer waits; a stopped question is
 * returned as it is.
 */
export async function answerInTurn(
  ctx: Context,
  tenant: Tenant,
  request: AnswerInTurnRequest,
): Promise<ChatQuestionRow> {
  const { history, question } = request
  const stream = streamAnswer(ctx, tenant, { question, userId: history.user_id })
  const isWanted = () => !stream.stopSignal.aborted
  try {
    while (isWanted() && (await hasEarlier(tenant, question, secondsOfSilence))) {
      await waitForAnswerEvent(ctx, history.user_id)
    }
    const answeredQuestion = isWanted()
      ? await answerNow(ctx, tenant, { ...request, stream })
      : undefined
    return answeredQuestion ?? (await findQuestion(tenant, question.id)) ?? question
  } finally {
    await stream.end()
    const { organizationId } = tenant
    const event = { organizationId, userId: history.user_id, questionId: question.id }
    await ctx.events.publish(ctx.db, answerUpdated, event)
  }
}

/** Interval at which waiting calls check again, in case they missed an event. */
const pollMilliseconds = 1000

/**
 * Resolves at the next event about the person's answers, such as the end of one, or after the
 * interval.
 */
function waitForAnswerEvent({ events }: Pick<Context, 'events'>, userId: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = events.subscribe(answerUpdated, (event) => {
    if (event.userId === userId) resolve()
  })
  const timer = setTimeout(resolve, pollMilliseconds)
  return promise.finally(() => {
    stop()
    clearTimeout(timer)
  })
}

/**
 * When the user stops the question, returns without waiting for a running model call: that call is
 * completed and its reply stored. It holds the lock until then, so that asking again reuses the
 * reply that was paid for.
 */
async function answerNow(
  ctx: Context,
  tenant: Tenant,
  request: AnswerInTurnRequest & { readonly stream: AnswerStream },
): Promise<ChatQuestionRow | undefined> {
  const { question, stream } = request
  let findCitations: FindCitations | undefined
  const onText: NonNullable<ChatRequest['onText']> = (text, findCitationsOfText) => {
    findCitations = findCitationsOfText
    stream.onText(text)
  }
  const answerPromise = ctx.claims.withLock(`chat/${question.id}`, () =>
    answer(ctx, tenant, { ...request, onText }),
  )
  try {
    const answeredQuestion = await Promise.race([answerPromise, whenStopped(stream)])
    if (answeredQuestion || !findCitations) return answeredQuestion
    return await saveStoppedCitations(tenant, question.id, await findCitations())
  } catch (error) {
    await saveFailure(tenant, question.id, toUserMessage(error))
    throw error
  } finally {
    answerPromise.catch((error: unknown) => {
      ctx.log.info({ reason: describeFailure(error) }, 'an app could not answer')
    })
  }
}

const whenStopped = ({ stopSignal }: AnswerStream) =>
  new Promise<undefined>((resolve) => {
    if (stopSignal.aborted) resolve(undefined)
    else stopSignal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

type AnswerRequest = AnswerInTurnRequest & {
  readonly stream: AnswerStream
  readonly onText: NonNullable<ChatRequest['onText']>
}

async function answer(
  ctx: Context,
  tenant: Tenant,
  { history, question, isFirst, stream, onText }: AnswerRequest,
): Promise<ChatQuestionRow | undefined> {
  const version = history.version ?? 0
  const configuredContext = {
    ...ctx,
    configurationVersion: { organizationId: tenant.organizationId, version },
  }
  const [{ documents, settings, projectId }, turns] = await Promise.all([
    openApp(configuredContext, tenant, history),
    findTurns(tenant, question, maxTurns),
  ])
  const signal = AbortSignal.any([stream.stopSignal, AbortSignal.timeout(maxMilliseconds)])
  const calls = {
    runId: question.id,
    callKeyPrefix: `chat/${question.id}`,
    step: runStep,
    signal,
    cancelSignal: stream.stopSignal,
    claims: ctx.claims,
    groupCommits: ctx.groupCommits,
    isFirstRun: isFirst,
    workflowId: history.workflow_id,
    projectId,
    masking: openMasking(ctx, { rules: settings.masking, scope: scopeOf(documents), signal }),
  }
  const chatAnswer = await answerChat(configuredContext, tenant, {
    id: question.id,
    question: question.question,
    documents,
    settings,
    calls,
    turns: turns.map((turn) => ({
      question: turn.question.slice(0, lettersOfTurn),
      answer: turn.answer.slice(0, lettersOfTurn),
    })),
    ensureIndexed: (document, passages, existingIndexes) =>
      indexOnce(configuredContext, tenant, {
        calls,
        document,
        passages,
        searchOutcome: existingIndexes,
      }),
    onText,
  })
  await stream.end()
  return saveAnswer(tenant, question.id, chatAnswer)
}

/**
 * Returns a scope that is the same for the same documents; only those who have the documents can
 * compute it.
 */
const scopeOf = (documents: readonly { readonly hash: string }[]) =>
  createHash('sha256')
    .update(documents.map(({ hash }) => hash).join())
    .digest('hex')
