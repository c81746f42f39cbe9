import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { isConnectionLost } from '../../db/outage.ts'
import { describeFailure } from '../../describe-failure.ts'
import { defineEvent, type Events } from '../../events/events.ts'
import type { Log } from '../../log/log.ts'
import { type ClaimRow, findClaim, takeOverClaim } from './claims.store.ts'
import type { SerializedOutcome } from './serialize-outcome.ts'

/** Published when a claim that somebody waits for ends. */
export const claimEndedEvent = defineEvent({
  name: 'claim.ended',
  payload: z.object({ id: z.uuid() }),
})

type AwaitClaimDependencies = {
  readonly db: Db
  readonly events: Pick<Events, 'subscribe'>
  readonly log: Pick<Log, 'warn'>
  readonly leaseSeconds: number
  readonly closeSignal: AbortSignal
}

type AwaitedClaim =
  /** The work has ended; the outcome is null if it is not known. */
  | { readonly outcome: SerializedOutcome | null }
  /** The process that did the work died or ended, and the caller has taken it over. */
  | { readonly id: string; readonly holderId: string }

/**
 * Waits until the work ends, or can be taken over. The event of its end can be missed, so the row is read at
 * an interval too. A holder is taken for dead if its row does not change for a whole lease in which this
 * process has read it all the time. So clocks are never compared, and after an outage of the database, or a
 * suspension of this process, every holder has a full lease.
 */
export async function awaitClaim(
  dependencies: AwaitClaimDependencies,
  id: string,
): Promise<AwaitedClaim> {
  const { events, leaseSeconds, closeSignal } = dependencies
  let wakeController = new AbortController()
  const unsubscribe = events.subscribe(claimEndedEvent, (event) => {
    if (event.id === id) wakeController.abort()
  })
  const watch = openHolderWatch(leaseSeconds)
  try {
    for (;;) {
      closeSignal.throwIfAborted()
      const claim = await readClaim(dependencies, watch, id)
      if (claim) return claim
      const signal = AbortSignal.any([wakeController.signal, closeSignal])
      await sleep((leaseSeconds * 1000) / 5, undefined, { signal }).catch(() => {})
      if (wakeController.signal.aborted) wakeController = new AbortController()
    }
  } finally {
    unsubscribe()
  }
}

async function readClaim(
  { db, log }: AwaitClaimDependencies,
  watch: HolderWatch,
  id: string,
): Promise<AwaitedClaim | undefined> {
  try {
    const row = await findClaim(db, id)
    if (!row) return { outcome: null }
    if (row.ended_at) return { outcome: row.outcome as SerializedOutcome | null }
    const holderId = randomUUID()
    if (watch.isDead(row) && (await takeOverClaim(db, row, holderId))) return { id, holderId }
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    watch.restart()
    log.warn(
      { reason: describeFailure(error) },
      'the database is not available; claimed work waits for it',
    )
  }
  return undefined
}

type HolderWatch = ReturnType<typeof openHolderWatch>

function openHolderWatch(leaseSeconds: number) {
  const lease = leaseSeconds * 1000
  let lastState: { readonly state: string; readonly since: number } | undefined
  let readAt = 0
  return {
    restart() {
      lastState = undefined
    },
    isDead({ holder_id, beats }: ClaimRow): boolean {
      if (holder_id === null) return true
      const now = performance.now()
      const state = `${holder_id} ${beats}`
      if (lastState?.state !== state || now - readAt > lease / 2) lastState = { state, since: now }
      readAt = now
      return now - lastState.since >= lease
    },
  }
}
