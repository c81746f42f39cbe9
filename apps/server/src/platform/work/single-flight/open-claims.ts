import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { isConnectionLost } from '../../db/outage.ts'
import { describeFailure } from '../../describe-failure.ts'
import type { Events } from '../../events/events.ts'
import { defaultLeaseSeconds } from '../../lease-seconds.ts'
import type { Log } from '../../log/log.ts'
import { type RetryPolicy, retry } from '../../retry.ts'
import { awaitClaim, claimEndedEvent } from './await-claim.ts'
import { beginClaim, endClaim, releaseClaims, saveOutcome } from './claims.store.ts'
import type { ClosableClaims, HeldClaim, SingleFlightWork } from './claims.ts'
import { openHeldClaims } from './held-claims.ts'
import { type SerializedOutcome, serializeError, unwrapOutcome } from './serialize-outcome.ts'

export type ClaimsOptions = {
  readonly db: Db
  readonly events: Events
  readonly log: Pick<Log, 'warn'>
  /** Whether no other process uses the database; then all claims are those of a dead predecessor. */
  readonly isOnlyProcess: boolean
  readonly renewSeconds?: number
  /** A holder that has not renewed its claim for so long is taken for dead. */
  readonly leaseSeconds?: number
}

type OwnClaim = Omit<HeldClaim, 'assertHeld'> & { readonly holderId: string }
type JoinedClaim = { readonly outcome: SerializedOutcome | null }

/** Opens the claims of a process; they are those of all processes of the installation. */
export async function openClaims(options: ClaimsOptions): Promise<ClosableClaims> {
  const { db, log, isOnlyProcess, renewSeconds = 2, leaseSeconds = defaultLeaseSeconds } = options
  if (isOnlyProcess) await releaseClaims(db)
  const closeController = new AbortController()
  const { signal: closeSignal } = closeController
  const heldClaims = openHeldClaims({ db, log, renewSeconds, leaseSeconds, closeSignal })
  const finishClaim = openFinish(options, closeSignal)

  const asHeldClaim = ({ id, isFirst, holderId }: OwnClaim): HeldClaim => ({
    id,
    isFirst,
    assertHeld: () => heldClaims.assertHeld(holderId),
  })
  const waitFor = async (id: string): Promise<OwnClaim | JoinedClaim> => {
    const claim = await awaitClaim({ ...options, leaseSeconds, closeSignal }, id)
    return isOwn(claim) ? { ...claim, isFirst: false } : claim
  }
  /** Claims the key, or waits until it is free or the work of its holder ends. */
  const begin = async (key: string): Promise<OwnClaim | JoinedClaim> => {
    const holderId = randomUUID()
    const { id, isMine, isFirst } = await beginClaim(db, key, holderId)
    return isMine ? { id, isFirst, holderId } : waitFor(id)
  }

  return {
    async singleFlight<Value>(key: string, work: SingleFlightWork<Value>): Promise<Value> {
      const resolve = async (claim: OwnClaim | JoinedClaim): Promise<Value> => {
        if (!isOwn(claim)) {
          // The same key is the same work, so its value is of the same type.
          return claim.outcome ? (unwrapOutcome(claim.outcome) as Value) : resolve(await begin(key))
        }
        const result = await heldClaims.renewDuring(claim.holderId, () =>
          runWork({ finishClaim, log }, claim, () => work(asHeldClaim(claim))),
        )
        return result ? result.value : resolve(await waitFor(claim.id))
      }
      return resolve(await begin(key))
    },

    async withLock(key, work) {
      for (;;) {
        const claim = await begin(key)
        if (!isOwn(claim)) continue
        return await heldClaims.renewDuring(claim.holderId, () =>
          work(asHeldClaim(claim)).finally(() => finishClaim(claim)),
        )
      }
    },

    async close() {
      closeController.abort()
      await heldClaims.close()
    },
  }
}

const isOwn = <T extends object>(claim: T): claim is Extract<T, { holderId: string }> =>
  'holderId' in claim

/** Ends a claim with what `write` returns. Returns false, and writes nothing, if it was taken over. */
type FinishClaim = (
  claim: OwnClaim,
  write?: (db: Db) => Promise<SerializedOutcome>,
) => Promise<boolean>

/** A result must not be lost because the database is away. */
const untilConnected: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isConnectionLost,
  waitSeconds: () => 1,
}

function openFinish(
  { db, events }: Pick<ClaimsOptions, 'db' | 'events'>,
  closeSignal: AbortSignal,
): FinishClaim {
  const wait = (seconds: number) => sleep(seconds * 1000, undefined, { signal: closeSignal })
  return (claim, write) => {
    const finishIn = async (transaction: Db) => {
      const endedClaim = await endClaim(transaction, claim)
      if (!endedClaim) return false
      if (write) await saveOutcome(transaction, claim.id, await write(transaction))
      if (endedClaim.isAwaited) await events.publish(transaction, claimEndedEvent, { id: claim.id })
      return true
    }
    const finish = () => (write ? db.transaction().execute(finishIn) : finishIn(db))
    return retry(finish, untilConnected, { wait })
  }
}

type RunWorkDependencies = {
  readonly finishClaim: FinishClaim
  readonly log: Pick<Log, 'warn'>
}

/** Returns `undefined` if another process has taken the work over meanwhile. */
async function runWork<Value>(
  { finishClaim, log }: RunWorkDependencies,
  claim: OwnClaim,
  work: () => ReturnType<SingleFlightWork<Value>>,
): Promise<{ readonly value: Value } | undefined> {
  try {
    const write = await work()
    let result: { readonly value: Value } | undefined
    const isFinished = await finishClaim(claim, async (transaction) => {
      result = { value: await write(transaction) }
      return result
    })
    return isFinished ? result : undefined
  } catch (error) {
    const wasHeld = await finishClaim(claim, async () => serializeError(error)).catch(
      (failure: unknown) => {
        log.warn(
          { reason: describeFailure(failure) },
          'waiting callers could not be notified of a failure',
        )
        return true
      },
    )
    // The process that has taken it over may succeed.
    if (!wasHeld) return undefined
    throw error
  }
}
