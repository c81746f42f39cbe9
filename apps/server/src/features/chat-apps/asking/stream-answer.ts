import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { defineEvent } from '../../../platform/events/events.ts'
import { type ChatQuestionRow, saveTextSoFar } from './questions.store.ts'

/** The answer to a person's question has grown or has ended. */
export const answerUpdated = defineEvent({
  name: 'answer.heard',
  payload: z.object({ organizationId: z.number(), userId: z.number(), questionId: z.uuid() }),
})

/**
 * Seconds without a sign of life after which a worker counts as dead. While it answers a question,
 * it gives one every second.
 */
export const secondsOfSilence = 30

type StreamAnswerDependencies = Pick<Context, 'cache' | 'events' | 'log'>
type StreamAnswerRequest = {
  readonly question: Pick<ChatQuestionRow, 'id' | 'chat_history_id'>
  readonly userId: number
}

/**
 * Text of an answer that this process has received so far, for browsers connected to this process.
 */
export type LocalAnswerText = { readonly historyId: string; text: string; isOver: boolean }

export const localAnswerKey = (questionId: string) => `chat-heard/${questionId}`

export type AnswerStream = {
  readonly onText: (soFar: string) => void
  /** Aborts when the question was stopped or deleted, in whichever process. */
  readonly stopSignal: AbortSignal
  end(): Promise<void>
}

/** Minimum interval between two updates of the stored text. */
const updateMilliseconds = 120
/**
 * Interval of updates without new text, which show that the answer is still being worked on: a
 * model may think.
 */
const heartbeatMilliseconds = 1000

/**
 * Stores the text of a model as it arrives, notifies the person's browsers, and notices when the
 * person has stopped the question. All of this goes through the row of the question, so that it
 * works across processes.
 */
export function streamAnswer(
  ctx: StreamAnswerDependencies,
  tenant: Tenant,
  { question, userId }: StreamAnswerRequest,
): AnswerStream {
  const stopController = new AbortController()
  const endController = new AbortController()
  const { organizationId, db } = tenant
  let latest: string | undefined
  const localText: LocalAnswerText = {
    historyId: question.chat_history_id,
    text: '',
    isOver: false,
  }
  ctx.cache.share(localAnswerKey(question.id), localText)
  let isAnnounced = false
  let wakeWriter = () => {}

  async function saveText(soFar: string | undefined): Promise<void> {
    const isStillNeeded = await saveTextSoFar(tenant, question.id, soFar)
    localText.text = soFar ?? localText.text
    if (!isStillNeeded) stopController.abort()
    else if (soFar !== undefined || !isAnnounced) {
      isAnnounced = true
      const event = { organizationId, userId, questionId: question.id }
      await ctx.events.publish(db, answerUpdated, event)
    }
  }

  const isOver = () => endController.signal.aborted || stopController.signal.aborted

  async function writeUpdates(): Promise<void> {
    let savedText: string | undefined
    // The row has just been written, so the first update can wait.
    await newText()
    while (!isOver()) {
      const soFar = latest === savedText ? undefined : latest
      await saveText(soFar).catch(logFailure)
      savedText = soFar ?? savedText
      await pause(updateMilliseconds, endController.signal)
      if (!isOver() && latest === savedText) await newText()
    }
  }

  const logFailure = (error: unknown) =>
    // The whole text is stored at the end.
    ctx.log.warn({ reason: describeFailure(error) }, 'failed to store the answer of an app')

  const newText = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, heartbeatMilliseconds)
      wakeWriter = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const writer = writeUpdates()
  return {
    onText(soFar) {
      latest = soFar
      wakeWriter()
    },
    stopSignal: stopController.signal,
    async end() {
      localText.isOver = true
      endController.abort()
      wakeWriter()
      await writer
    },
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)
