import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { answerHeard } from './chat-apps.events.ts'
import { type ChatQuestionRow, keepHeard } from './questions.store.ts'

type Needs = Pick<Context, 'cache' | 'events' | 'log'>
type Asked = {
  readonly question: Pick<ChatQuestionRow, 'id' | 'chat_history_id'>
  readonly userId: number
}

/** What this process has heard of an answer so far, for its own browsers. */
export type HeardHere = { readonly historyId: string; text: string; isOver: boolean }

export const nameOfHeard = (questionId: string) => `chat-heard/${questionId}`

export type Hearing = {
  readonly onText: (soFar: string) => void
  /** Comes when the question was stopped or is gone, by whomever. */
  readonly stopped: AbortSignal
  end(): Promise<void>
}

/** No more often is what was said kept and told. */
const tellMilliseconds = 120
/** Whoever says nothing for longer is looked after: a model may think. */
const beatMilliseconds = 1000

/**
 * Keeps what a model says while it says it, tells the person's browsers, and notices when the person has stopped
 * it: in one row, so that all this holds in whatever process they are.
 */
export function hearAnswer(ctx: Needs, tenant: Tenant, { question, userId }: Asked): Hearing {
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
    // Its row was written just now.
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
    // It is kept as a whole at the end.
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
