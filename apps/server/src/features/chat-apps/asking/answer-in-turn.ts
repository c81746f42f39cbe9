import { createHash } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure, describeForPerson } from '../../../platform/describe-failure.ts'
import { answerChat } from '../../answering/answering.port.ts'
import { openMasking, runStep } from '../../model-calls/model-calls.port.ts'
import { answerHeard } from './chat-apps.events.ts'
import type { AskedConversation } from './conversations.store.ts'
import { type Hearing, hearAnswer } from './hear-answer.ts'
import { indexOnce } from './index-once.ts'
import { openApp } from './open-app.ts'
import {
  type ChatQuestionRow,
  findQuestion,
  findTurns,
  hasEarlier,
  keepAnswer,
  keepFailure,
} from './questions.store.ts'
import { secondsOfSilence } from './silence.ts'

type Asked = {
  readonly history: AskedConversation
  readonly question: ChatQuestionRow
  /** Whether it was asked just now, so that nothing was paid for it before. */
  readonly isFirst: boolean
}

/** How long an answer may take in all, and how many of those before it goes along. */
const mostMilliseconds = 10 * 60_000
const mostTurns = 3
const lettersOfTurn = 1000

/**
 * Answers a question when those before it in its conversation are answered, whichever processes are at them. It is
 * answered to its end whether or not anybody still waits; when it is stopped it is returned as it stands.
 */
export async function answerInTurn(
  ctx: Context,
  tenant: Tenant,
  asked: Asked,
): Promise<ChatQuestionRow> {
  const { history, question } = asked
  const hearing = hearAnswer(ctx, tenant, { question, userId: history.user_id })
  const isWanted = () => !hearing.stopped.aborted
  try {
    while (isWanted() && (await hasEarlier(tenant, question, secondsOfSilence))) {
      await untilHeard(ctx, history.user_id)
    }
    const answered = isWanted() ? await answerNow(ctx, tenant, { ...asked, hearing }) : undefined
    return answered ?? (await findQuestion(tenant, question.id)) ?? question
  } finally {
    await hearing.end()
    const { organizationId } = tenant
    const heard = { organizationId, userId: history.user_id, questionId: question.id }
    await ctx.events.publish(ctx.db, answerHeard, heard)
  }
}

/** Those who wait look again after so long, should they have missed the news. */
const lookMilliseconds = 1000

/** Until something was said to the person, such as the end of an answer. */
function untilHeard({ events }: Pick<Context, 'events'>, userId: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = events.subscribe(answerHeard, (heard) => {
    if (heard.userId === userId) resolve()
  })
  const timer = setTimeout(resolve, lookMilliseconds)
  return promise.finally(() => {
    stop()
    clearTimeout(timer)
  })
}

/**
 * Who has stopped it does not wait for a model that is under way: that goes on to its end, and its reply is kept. The
 * claim goes with it, so that whoever asks the same again takes what is paid already.
 */
async function answerNow(
  ctx: Context,
  tenant: Tenant,
  asked: Asked & { readonly hearing: Hearing },
): Promise<ChatQuestionRow | undefined> {
  const { question, hearing } = asked
  const answering = ctx.claims.inTurn(`chat/${question.id}`, () => answer(ctx, tenant, asked))
  try {
    return await Promise.race([answering, whenStopped(hearing)])
  } catch (error) {
    await keepFailure(tenant, question.id, describeForPerson(error))
    throw error
  } finally {
    answering.catch((error: unknown) => {
      ctx.log.info({ reason: describeFailure(error) }, 'an app could not answer')
    })
  }
}

const whenStopped = ({ stopped }: Hearing) =>
  new Promise<undefined>((resolve) => {
    if (stopped.aborted) resolve(undefined)
    else stopped.addEventListener('abort', () => resolve(undefined), { once: true })
  })

async function answer(
  ctx: Context,
  tenant: Tenant,
  { history, question, isFirst, hearing }: Asked & { readonly hearing: Hearing },
): Promise<ChatQuestionRow | undefined> {
  const version = history.version ?? 0
  const configured = { ...ctx, configuration: { organizationId: tenant.organizationId, version } }
  const [{ documents, settings, projectId }, turns] = await Promise.all([
    openApp(configured, tenant, history),
    findTurns(tenant, question, mostTurns),
  ])
  const signal = AbortSignal.any([hearing.stopped, AbortSignal.timeout(mostMilliseconds)])
  const calls = {
    ...{ runId: question.id, callKeyPrefix: `chat/${question.id}`, step: runStep, signal },
    ...{ claims: ctx.claims, commits: ctx.commits, isFirst },
    ...{ workflowId: history.workflow_id, projectId },
    masking: openMasking(ctx, { rules: settings.masking, scope: scopeOf(documents), signal }),
  }
  const answered = await answerChat(configured, tenant, {
    ...{ id: question.id, question: question.question, documents, settings, calls },
    turns: turns.map((turn) => ({
      question: turn.question.slice(0, lettersOfTurn),
      answer: turn.answer.slice(0, lettersOfTurn),
    })),
    ensureIndexed: (document, passages, found) =>
      indexOnce(configured, tenant, { calls, document, passages, found }),
    onText: hearing.onText,
  })
  await hearing.end()
  return keepAnswer(tenant, question.id, answered)
}

/** Of the same documents the same: nobody who is not given them can know it. */
const scopeOf = (documents: readonly { readonly hash: string }[]) =>
  createHash('sha256')
    .update(documents.map(({ hash }) => hash).join())
    .digest('hex')
