import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import type { EventKind, Events } from './events.ts'

type Sending<Payload> = {
  /** Says that something waits. */
  readonly news: EventKind<Payload>
  /** Claims some of what is due and sends it; false when nothing was. */
  readonly sendSome: () => Promise<boolean>
  /** For the log, where a round breaks off. */
  readonly trouble: string
}

/** News can be missed while its line is down, so what waits is looked for now and then too. */
const lookMilliseconds = 5000
/** What is being sent at the end gets so long; after that another worker tries it, once its lease is over. */
const graceMilliseconds = 1000

/** Sends what waits, as long as this worker runs, in one round at a time. Returns what ends it. */
export function sendWaiting<Payload>(
  { events, log }: { readonly events: Pick<Events, 'subscribe'>; readonly log: Pick<Log, 'warn'> },
  { news, sendSome, trouble }: Sending<Payload>,
): () => Promise<void> {
  let isEnding = false
  let isAsked = false
  let round: Promise<void> | undefined

  async function sendAll(): Promise<void> {
    do {
      isAsked = false
      if (await sendSome()) isAsked = true
    } while (isAsked && !isEnding)
  }
  const look = () => {
    isAsked = true
    round ??= sendAll()
      .catch((error) => log.warn({ reason: describeFailure(error) }, trouble))
      .finally(() => {
        round = undefined
      })
  }

  const unsubscribe = events.subscribe(news, look)
  const timer = setInterval(look, lookMilliseconds)
  look()
  return async () => {
    isEnding = true
    clearInterval(timer)
    unsubscribe()
    await Promise.race([round, new Promise((end) => setTimeout(end, graceMilliseconds).unref())])
  }
}
