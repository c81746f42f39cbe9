import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isConnectionLost } from '../db/outage.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Events } from '../events/events.ts'
import { defaultLeaseSeconds } from '../lease-seconds.ts'
import type { Log } from '../log/log.ts'
import { type RetryPolicy, retry } from '../retry.ts'
import { awaitClaim } from './await-claim.ts'
import { type SerializedOutcome, serializeError, unwrapOutcome } from './carry-failure.ts'
import { claimEnded } from './claim-ended.ts'
import { beginClaim, endClaim, freeClaims, keepOutcome } from './claim-rows.ts'
import type { ClosableClaims, HeldClaim, SingleFlightWork } from './claims.ts'
import { openHolders } from './holders.ts'

export type ClaimsOptions = {
  readonly db: Db
  readonly events: Events
  readonly log: Pick<Log, 'warn'>
  /** Whether no other process works on the database: then what is claimed now is nobody's. */
  readonly isOnlyProcess: boolean
  readonly beatSeconds?: number
  /** A holder that does not show for so long that it lives is taken to be dead. */
  readonly leaseSeconds?: number
}

type Holding = Omit<HeldClaim, 'assertHeld'> & { readonly holderId: string }
type Begun = Holding | { readonly outcome: SerializedOutcome | null }

export async function openClaims(given: ClaimsOptions): Promise<ClosableClaims> {
  const { db, log, isOnlyProcess, beatSeconds = 2, leaseSeconds = defaultLeaseSeconds } = given
  if (isOnlyProcess) await freeClaims(db)
  const closing = new AbortController()
  const holders = openHolders({
    db,
    log,
    beatSeconds,
    leaseSeconds,
    closing: closing.signal,
  })
  const claimOf = ({ id, isFirst, holderId }: Holding): HeldClaim => ({
    id,
    isFirst,
    assertHeld: () => holders.confirm(holderId),
  })
  const end = openEnding(given, closing.signal)

  const waitFor = async (id: string): Promise<Begun> => {
    const ended = await awaitClaim({ ...given, leaseSeconds, until: closing.signal }, id)
    return isTaken(ended) ? { ...ended, isFirst: false } : ended
  }
  /** Claims the key, or waits until it is free or whoever has it is done. */
  const begin = async (key: string): Promise<Begun> => {
    const holderId = randomUUID()
    const { id, isMine, isFirst } = await beginClaim(db, key, holderId)
    return isMine ? { id, isFirst, holderId } : waitFor(id)
  }

  return {
    async singleFlight<Value>(key: string, work: SingleFlightWork<Value>): Promise<Value> {
      const carry = (held: Holding) =>
        holders.hold(held.holderId, () => carryOut({ end, log }, held, () => work(claimOf(held))))
      const settle = async (begun: Begun): Promise<Value> => {
        // The same key is the same work, so its value is of the same type.
        const done = isTaken(begun) ? await carry(begun) : (joined(begun) as Done<Value>)
        if (done) return done.value
        return settle(await (isTaken(begun) ? waitFor(begun.id) : begin(key)))
      }
      return settle(await begin(key))
    },

    async withLock(key, work) {
      for (;;) {
        const held = await begin(key)
        if (!isTaken(held)) continue
        return await holders.hold(held.holderId, () => work(claimOf(held)).finally(() => end(held)))
      }
    },

    async close() {
      closing.abort()
      await holders.close()
    },
  }
}

const isTaken = <T extends object>(one: T): one is Extract<T, { holderId: string }> =>
  'holderId' in one

type Done<Value> = { readonly value: Value } | undefined

const joined = ({ outcome }: { readonly outcome: SerializedOutcome | null }): Done<unknown> =>
  outcome ? { value: unwrapOutcome(outcome) } : undefined

/** Whether it was still held: if not, nothing is written. */
type Ending = (held: Holding, write?: (db: Db) => Promise<SerializedOutcome>) => Promise<boolean>

/** A result that is here is not given up because the database is away. */
const untilBack: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isConnectionLost,
  waitSeconds: () => 1,
}

function openEnding(
  { db, events }: Pick<ClaimsOptions, 'db' | 'events'>,
  closing: AbortSignal,
): Ending {
  const wait = (seconds: number) => sleep(seconds * 1000, undefined, { signal: closing })
  return (held, write) => {
    const endIn = async (within: Db) => {
      const ended = await endClaim(within, held)
      if (!ended) return false
      if (write) await keepOutcome(within, held.id, await write(within))
      if (ended.isAwaited) await events.publish(within, claimEnded, { id: held.id })
      return true
    }
    const endOnce = () => (write ? db.transaction().execute(endIn) : endIn(db))
    return retry(endOnce, untilBack, { wait })
  }
}

type Carrying = { readonly end: Ending; readonly log: Pick<Log, 'warn'> }

/** `undefined` when somebody else has taken the work over meanwhile. */
async function carryOut<Value>(
  { end, log }: Carrying,
  held: Holding,
  work: () => ReturnType<SingleFlightWork<Value>>,
): Promise<Done<Value>> {
  try {
    const write = await work()
    let written: { readonly value: Value } | undefined
    const isEnded = await end(held, async (within) => {
      written = { value: await write(within) }
      return written
    })
    return isEnded ? written : undefined
  } catch (error) {
    const isTold = await end(held, async () => serializeError(error)).catch((again: unknown) => {
      log.warn({ reason: describeFailure(again) }, 'a failure could not be told to those who wait')
      return true
    })
    // Whoever has taken it over may well succeed.
    if (!isTold) return undefined
    throw error
  }
}
