import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { answerHeard } from './chat-apps.events.ts'
import { type ChatQuestionRow, keepHeard } from './questions.store.ts'

type HearAnswerDependencies = Pick<Context, 'cache' | 'events' | 'log'>
type HearAnswerRequest = {
  readonly question: Pick<ChatQuestionRow, 'id' | 'chat_history_id'>
  readonly userId: number
}

/**
 * Text of an answer that this process has received so far, for browsers connected to this process.
 */
export type HeardHere = { readonly historyId: string; text: string; isOver: boolean }

export const nameOfHeard = (questionId: string) => `chat-heard/${questionId}`

export type Hearing = {
  readonly onText: (soFar: string) => void
  /** Aborts when the question was stopped or deleted, in whichever process. */
  readonly stopped: AbortSignal
  end(): Promise<void>
}

/** Minimum interval between two updates of the stored text. */
const tellMilliseconds = 120
/**
 * Interval of updates without new text, which show that the answer is still being worked on: a
 * model may think.
 */
const beatMilliseconds = 1000

/**
 * Stores the text of a model as it arrives, notifies the person's browsers, and notices when the
 * person has stopped the question. All of this goes through the row of the question, so that it
 * works across processes.
 */
export function hearAnswer(
  ctx: HearAnswerDependencies,
  tenant: Tenant,
  { question, userId }: HearAnswerRequest,
): Hearing {
  const stopping = new AbortController()
  const ending = new AbortController()
  const { organizationId, db } = tenant
  let latest: string | undefined
  const here: HeardHere = { historyId: question.chat_history_id, text: '', isOver: false }
  ctx.cache.share(nameOfHeard(question.id), here)
  let isTold = false
  let wake = () => {}

  async function keep(soFar: string | undefined): Promise<void> {
    const isWanted = await keepHeard(tenant, question.id, soFar)
    here.text = soFar ?? here.text
    if (!isWanted) stopping.abort()
    else if (soFar !== undefined || !isTold) {
      isTold = true
      const heard = { organizationId, userId, questionId: question.id }
      await ctx.events.publish(db, answerHeard, heard)
    }
  }

  const isOver = () => ending.signal.aborted || stopping.signal.aborted

  async function hear(): Promise<void> {
    let kept: string | undefined
    // The row has just been written, so the first update can wait.
    await newText()
    while (!isOver()) {
      const soFar = latest === kept ? undefined : latest
      await keep(soFar).catch(cannotKeep)
      kept = soFar ?? kept
      await pause(tellMilliseconds, ending.signal)
      if (!isOver() && latest === kept) await newText()
    }
  }

  const cannotKeep = (error: unknown) =>
    // The whole text is stored at the end.
    ctx.log.warn({ reason: describeFailure(error) }, 'what an app says could not be kept')

  const newText = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, beatMilliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const hearing = hear()
  return {
    onText(soFar) {
      latest = soFar
      wake()
    },
    stopped: stopping.signal,
    async end() {
      here.isOver = true
      ending.abort()
      wake()
      await hearing
    },
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)
