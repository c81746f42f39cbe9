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
type BegunClaim = Holding | { readonly outcome: SerializedOutcome | null }

export async function openClaims(options: ClaimsOptions): Promise<ClosableClaims> {
  const { db, log, isOnlyProcess, beatSeconds = 2, leaseSeconds = defaultLeaseSeconds } = options
  if (isOnlyProcess) await freeClaims(db)
  const closeController = new AbortController()
  const holders = openHolders({
    db,
    log,
    beatSeconds,
    leaseSeconds,
    closing: closeController.signal,
  })
  const claimOf = ({ id, isFirst, holderId }: Holding): HeldClaim => ({
    id,
    isFirst,
    assertHeld: () => holders.confirm(holderId),
  })
  const end = openEnding(options, closeController.signal)

  const waitFor = async (id: string): Promise<BegunClaim> => {
    const outcome = await awaitClaim(
      { ...options, leaseSeconds, until: closeController.signal },
      id,
    )
    return isTaken(outcome) ? { ...outcome, isFirst: false } : outcome
  }
  /** Claims the key, or waits until it is free or whoever has it is done. */
  const begin = async (key: string): Promise<BegunClaim> => {
    const holderId = randomUUID()
    const { id, isMine, isFirst } = await beginClaim(db, key, holderId)
    return isMine ? { id, isFirst, holderId } : waitFor(id)
  }

  return {
    async singleFlight<Value>(key: string, work: SingleFlightWork<Value>): Promise<Value> {
      const carry = (holding: Holding) =>
        holders.hold(holding.holderId, () =>
          carryOut({ end, log }, holding, () => work(claimOf(holding))),
        )
      const settle = async (claim: BegunClaim): Promise<Value> => {
        // The same key is the same work, so its value is of the same type.
        const done = isTaken(claim) ? await carry(claim) : (joinedResult(claim) as Done<Value>)
        if (done) return done.value
        return settle(await (isTaken(claim) ? waitFor(claim.id) : begin(key)))
      }
      return settle(await begin(key))
    },

    async withLock(key, work) {
      for (;;) {
        const holding = await begin(key)
        if (!isTaken(holding)) continue
        return await holders.hold(holding.holderId, () =>
          work(claimOf(holding)).finally(() => end(holding)),
        )
      }
    },

    async close() {
      closeController.abort()
      await holders.close()
    },
  }
}

const isTaken = <T extends object>(one: T): one is Extract<T, { holderId: string }> =>
  'holderId' in one

type Done<Value> = { readonly value: Value } | undefined

const joinedResult = ({
  outcome,
}: {
  readonly outcome: SerializedOutcome | null
}): Done<unknown> => (outcome ? { value: unwrapOutcome(outcome) } : undefined)

/** Whether it was still held: if not, nothing is written. */
type Ending = (holding: Holding, write?: (db: Db) => Promise<SerializedOutcome>) => Promise<boolean>

/** A result that is here is not given up because the database is away. */
const untilBack: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isConnectionLost,
  waitSeconds: () => 1,
}

function openEnding(
  { db, events }: Pick<ClaimsOptions, 'db' | 'events'>,
  closeSignal: AbortSignal,
): Ending {
  const wait = (seconds: number) => sleep(seconds * 1000, undefined, { signal: closeSignal })
  return (holding, write) => {
    const endIn = async (transaction: Db) => {
      const endedClaim = await endClaim(transaction, holding)
      if (!endedClaim) return false
      if (write) await keepOutcome(transaction, holding.id, await write(transaction))
      if (endedClaim.isAwaited) await events.publish(transaction, claimEnded, { id: holding.id })
      return true
    }
    const endOnce = () => (write ? db.transaction().execute(endIn) : endIn(db))
    return retry(endOnce, untilBack, { wait })
  }
}

type CarryDependencies = { readonly end: Ending; readonly log: Pick<Log, 'warn'> }

/** `undefined` when somebody else has taken the work over meanwhile. */
async function carryOut<Value>(
  { end, log }: CarryDependencies,
  holding: Holding,
  work: () => ReturnType<SingleFlightWork<Value>>,
): Promise<Done<Value>> {
  try {
    const write = await work()
    let result: { readonly value: Value } | undefined
    const isEnded = await end(holding, async (transaction) => {
      result = { value: await write(transaction) }
      return result
    })
    return isEnded ? result : undefined
  } catch (error) {
    const isTold = await end(holding, async () => serializeError(error)).catch(
      (endError: unknown) => {
        log.warn(
          { reason: describeFailure(endError) },
          'waiting callers could not be notified of a failure',
        )
        return true
      },
    )
    // Whoever has taken it over may well succeed.
    if (!isTold) return undefined
    throw error
  }
}
