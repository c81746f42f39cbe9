import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'
import { announceWork, workWaitingEvent } from './announce-work.ts'
import { coalesce } from './coalesce.ts'
import {
  type ClaimedRow,
  type Lease,
  type LeasedRow,
  type LeasedWork,
  suspiciousDeaths,
} from './leases.ts'
import { returnUnstartedRows } from './return-unstarted.ts'
import { releaseLeasedRow, runLeasedRow } from './run-row.ts'
import { limitsOfAll, partOf, type Share } from './share.ts'
import type { ByPriority, ConcurrencyLimits } from './slot.ts'
import type { WorkerSlotPool } from './slot-pool.ts'

type RunLeasesOptions<Dependencies> = {
  readonly work: readonly LeasedWork<Dependencies>[]
  readonly needs: Dependencies
  readonly db: Db
  readonly events: Events
  readonly slots: WorkerSlotPool
  readonly workerId: string
  readonly share: () => Share
  /** How often the event loop stalled while each of them was run, for those where it ever did. */
  standstillsOf(workIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  readonly limits: ByPriority<ConcurrencyLimits>
  /** Whether other workers may claim at the same moment. */
  readonly isShared: boolean
  readonly log: Pick<Log, 'warn' | 'error'>
  /** A notification can be missed, so the tables are looked at now and then too. */
  readonly lookEverySeconds?: number
}

export type LeaseRunner = {
  /**
   * Claims nothing more, lets what is in hand end, and hands on the rest. Resolves after
   * `withinSeconds` at the latest.
   */
  stop(limit: { readonly withinSeconds: number }): Promise<void>
}

const checkEverySeconds = 15

/** Claims and runs the leased work of all feature modules while there are free slots. */
export function runLeases<Dependencies>(options: RunLeasesOptions<Dependencies>): LeaseRunner {
  const { db, events, slots, workerId, log, lookEverySeconds = 2 } = options
  const stopController = new AbortController()
  const suspicious = new Set<string>()
  const claimedIds = new Set<string>()
  /** Whether rows may wait that the last look did not take. */
  let mayWait = true

  const claimContext = { ...options, stopSignal: stopController.signal, suspicious, claimedIds }
  const claim = coalesce(async () => {
    try {
      const hasMore: boolean[] = []
      for (const work of options.work) hasMore.push(await claimOf(claimContext, work))
      mayWait = hasMore.includes(true)
    } catch (error) {
      const reason = describeFailure(error)
      log.warn({ reason }, 'waiting work could not be claimed; retrying')
    }
  })

  const unsubscribe = events.subscribe(workWaitingEvent, () => void claim())
  slots.onFree(() => {
    if (mayWait) void claim()
  })
  const looks = [
    lookNowAndThen(lookEverySeconds, claim, stopController.signal),
    lookNowAndThen(checkEverySeconds, returnUnstartedRows(options), stopController.signal),
  ]

  return {
    async stop({ withinSeconds }) {
      stopController.abort()
      unsubscribe()
      await Promise.all(looks)
      slots.close()
      const isHandedOn = slots.inHand.ids.size > 0
      await Promise.race([slots.inHand.idle(), sleep(withinSeconds * 1000)])
      for (const work of options.work) await work.release(db, { of: [workerId], isDeath: false })
      if (isHandedOn) await announceWork(options)
    },
  }
}

/** Any number will do, as long as nothing else in the database uses it for an advisory lock. */
export const claimLock = 7_265_637_403

/** One worker after the other: two that counted at the same moment would both fill the same room. */
function claimInTurn<T>(db: Db, claim: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(transaction)
    return claim(transaction)
  })
}

/** For the only worker there is. */
const claimAtOnce: typeof claimInTurn = (db, claim) => claim(db)

type LeaseState<Dependencies> = RunLeasesOptions<Dependencies> & {
  readonly suspicious: Set<string>
  readonly claimedIds: Set<string>
}

type ClaimContext<Dependencies> = LeaseState<Dependencies> & {
  readonly stopSignal: AbortSignal
}

/** Returns whether there may be more to claim. */
async function claimOf<Dependencies>(
  context: ClaimContext<Dependencies>,
  work: LeasedWork<Dependencies>,
): Promise<boolean> {
  const { db, slots, workerId, isShared, suspicious, claimedIds, stopSignal } = context
  const { awaited: freeAwaited, batch } = slots.free
  if (freeAwaited + batch === 0 || stopSignal.aborted) return true
  const kinds = { awaited: freeAwaited > 0, batch: batch > 0 }
  if (isShared && !(await work.isWaiting(db, kinds))) return freeAwaited === 0 || batch === 0
  const maxSuspicious = suspicious.size === 0 ? 1 : 0
  const bounds = {
    awaited: { ...context.limits.awaited, max: freeAwaited },
    batch: { ...context.limits.batch, max: batch },
  }
  const share = context.share()
  const limits = limitsOfAll(bounds, share)
  const ownLimits = partOf(bounds, share)
  const request = { workerId, limits, ownLimits, maxSuspicious, suspiciousDeaths }
  const inTurn = isShared ? claimInTurn : claimAtOnce
  const rows = await inTurn(db, (transaction) => work.claim(transaction, request))
  await startAll(context, work, rows)
  // Rows may be waiting only because their group or organization is at its limit: look again when a
  // running row ends.
  const isBusy = claimedIds.size > 0 || slots.free.batch < context.limits.batch.max
  return rows.length > 0 || maxSuspicious === 0 || isBusy
}

async function startAll<Dependencies>(
  state: LeaseState<Dependencies>,
  work: LeasedWork<Dependencies>,
  rows: readonly LeasedRow[],
): Promise<void> {
  // A stalled event loop ends in the death of its worker, so only rows with a death can have one.
  const diedIds = rows.filter(({ deaths }) => deaths > 0).map(({ id }) => id)
  const stallsById = await state.standstillsOf(diedIds)
  for (const row of rows) {
    void start(state, work, { ...row, eventLoopStalls: stallsById.get(row.id) ?? 0 })
  }
}

async function start<Dependencies>(
  state: LeaseState<Dependencies>,
  work: LeasedWork<Dependencies>,
  row: ClaimedRow,
) {
  const { slots, needs, suspicious, claimedIds, workerId } = state
  const [slot] = slots.acquire(row, 1)
  if (!slot) return releaseLeasedRow(state, work, { id: row.id, workerId })
  if (row.deaths >= suspiciousDeaths) suspicious.add(row.id)
  claimedIds.add(row.id)
  const run = (lease: Lease) =>
    // Before its slot is free, because that asks for the next row.
    work.run(needs, row, lease).finally(() => {
      suspicious.delete(row.id)
      claimedIds.delete(row.id)
    })
  return runLeasedRow(state, work, { row, slot }, run)
}

async function lookNowAndThen(
  seconds: number,
  look: () => Promise<void>,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    await look()
    await sleep(seconds * 1000, undefined, { signal: until }).catch(() => until.aborted)
  }
}
