import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isConnectionLost } from '../db/outage.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'
import type { SerializedOutcome } from './carry-failure.ts'
import { claimEnded } from './claim-ended.ts'
import { type ClaimRow, findClaim, takeClaim } from './claim-rows.ts'

type AwaitClaimDependencies = {
  readonly db: Db
  readonly events: Pick<Events, 'subscribe'>
  readonly log: Pick<Log, 'warn'>
  readonly leaseSeconds: number
  readonly until: AbortSignal
}

type AwaitedClaim =
  /** It is over; without an outcome nobody said how. */
  | { readonly outcome: SerializedOutcome | null }
  /** Whoever had it is dead or has ended: the work is the caller's. */
  | { readonly id: string; readonly holderId: string }

/**
 * Waits until the work is over, or can be taken over. The news of its end can be missed, so the row is
 * looked at now and then. A holder is judged by whether its row moves while this process looks on: no two
 * clocks are compared, and after an outage of the database, or of this process, everyone has a full lease.
 */
export async function awaitClaim(needs: AwaitClaimDependencies, id: string): Promise<AwaitedClaim> {
  const { events, leaseSeconds, until } = needs
  let wake = new AbortController()
  const forget = events.subscribe(claimEnded, (news) => news.id === id && wake.abort())
  const judge = openJudge(leaseSeconds)
  try {
    for (;;) {
      until.throwIfAborted()
      const outcome = await look(needs, judge, id)
      if (outcome) return outcome
      const signal = AbortSignal.any([wake.signal, until])
      await sleep((leaseSeconds * 1000) / 5, undefined, { signal }).catch(() => {})
      if (wake.signal.aborted) wake = new AbortController()
    }
  } finally {
    forget()
  }
}

async function look(
  { db, log }: AwaitClaimDependencies,
  judge: Judge,
  id: string,
): Promise<AwaitedClaim | undefined> {
  try {
    const row = await findClaim(db, id)
    if (!row) return { outcome: null }
    if (row.ended_at) return { outcome: row.outcome as SerializedOutcome | null }
    const holderId = randomUUID()
    if (judge.isDead(row) && (await takeClaim(db, row, holderId))) return { id, holderId }
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    judge.forget()
    log.warn(
      { reason: describeFailure(error) },
      'the database is not available; claimed work waits for it',
    )
  }
  return undefined
}

type Judge = ReturnType<typeof openJudge>

/** Says whether a claim has not moved for a whole lease, while it was looked at all the time. */
function openJudge(leaseSeconds: number) {
  const lease = leaseSeconds * 1000
  let lastSeen: { readonly state: string; readonly since: number } | undefined
  let lookedAt = 0
  return {
    forget() {
      lastSeen = undefined
    },
    isDead({ holder_id, beats }: ClaimRow): boolean {
      if (holder_id === null) return true
      const now = performance.now()
      const state = `${holder_id} ${beats}`
      if (lastSeen?.state !== state || now - lookedAt > lease / 2) lastSeen = { state, since: now }
      lookedAt = now
      return now - lastSeen.since >= lease
    },
  }
}
