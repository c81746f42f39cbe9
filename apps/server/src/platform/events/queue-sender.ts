import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import type { EventKind, Events } from './events.ts'

type QueueSender<Payload> = {
  /** Published when something is queued. */
  readonly event: EventKind<Payload>
  /** Claims and sends a batch of due items; false if there were none. */
  readonly sendBatch: () => Promise<boolean>
  /** Log message for a failed round. */
  readonly failureMessage: string
}

/** Polling interval: notifications can be missed while the connection is down. */
const pollMilliseconds = 5000
/**
 * Time for deliveries in progress at shutdown; after that another worker retries them once their
 * lease is over.
 */
const graceMilliseconds = 1000

/**
 * Sends queued items as long as this worker runs, one round at a time. Returns a function that
 * stops it.
 */
export function startQueueSender<Payload>(
  { events, log }: { readonly events: Pick<Events, 'subscribe'>; readonly log: Pick<Log, 'warn'> },
  { event, sendBatch, failureMessage }: QueueSender<Payload>,
): () => Promise<void> {
  let isEnding = false
  let isAnotherRoundDue = false
  let round: Promise<void> | undefined

  async function sendAll(): Promise<void> {
    do {
      isAnotherRoundDue = false
      if (await sendBatch()) isAnotherRoundDue = true
    } while (isAnotherRoundDue && !isEnding)
  }
  const startRound = () => {
    isAnotherRoundDue = true
    round ??= sendAll()
      .catch((error) => log.warn({ reason: describeFailure(error) }, failureMessage))
      .finally(() => {
        round = undefined
      })
  }

  const unsubscribe = events.subscribe(event, startRound)
  const timer = setInterval(startRound, pollMilliseconds)
  startRound()
  return async () => {
    isEnding = true
    clearInterval(timer)
    unsubscribe()
    await Promise.race([round, new Promise((end) => setTimeout(end, graceMilliseconds).unref())])
  }
}
