import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'
import { announceWork, workWaitingEvent } from './announce-work.ts'
import {
  type ClaimedRow,
  type Lease,
  type LeasedRow,
  type LeasedWork,
  suspiciousDeaths,
} from './leases.ts'
import { coalesce } from './one-at-a-time.ts'
import type { ByPriority, ConcurrencyLimits } from './place.ts'
import type { WorkerSlotPool } from './places.ts'
import { returnUnstartedRows } from './return-unstarted.ts'
import { releaseLeasedRow, runLeasedRow } from './run-row.ts'
import { partOf, type Share, sumOf } from './share.ts'

type Given<Needs> = {
  readonly work: readonly LeasedWork<Needs>[]
  readonly needs: Needs
  readonly db: Db
  readonly events: Events
  readonly places: WorkerSlotPool
  readonly workerId: string
  readonly share: () => Share
  /** How often the loop stood still over each of them, where it ever did. */
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
  stop(within: { readonly withinSeconds: number }): Promise<void>
}

const checkEverySeconds = 15

/** Claims and runs the leased work of all rooms while there are places. */
export function runLeases<Needs>(given: Given<Needs>): LeaseRunner {
  const { db, events, places, workerId, log, lookEverySeconds = 2 } = given
  const stopping = new AbortController()
  const suspicious = new Set<string>()
  const claimed = new Set<string>()
  /** Whether rows may wait that the last look did not take. */
  let mayWait = true

  const looking = { ...given, stopping: stopping.signal, suspicious, claimed }
  const claim = coalesce(async () => {
    try {
      const found: boolean[] = []
      for (const work of given.work) found.push(await claimOf(looking, work))
      mayWait = found.includes(true)
    } catch (error) {
      const reason = describeFailure(error)
      log.warn({ reason }, 'waiting work could not be claimed; it is tried again')
    }
  })

  const unsubscribe = events.subscribe(workWaitingEvent, () => void claim())
  places.onFree(() => {
    if (mayWait) void claim()
  })
  const looks = [
    lookNowAndThen(lookEverySeconds, claim, stopping.signal),
    lookNowAndThen(checkEverySeconds, returnUnstartedRows(given), stopping.signal),
  ]

  return {
    async stop({ withinSeconds }) {
      stopping.abort()
      unsubscribe()
      await Promise.all(looks)
      places.close()
      const isHandedOn = places.inHand.ids.size > 0
      await Promise.race([places.inHand.idle(), sleep(withinSeconds * 1000)])
      for (const work of given.work) await work.release(db, { of: [workerId], isDeath: false })
      if (isHandedOn) await announceWork(given)
    },
  }
}

/** Any number will do, as long as nothing else in the database uses it for an advisory lock. */
export const claimLock = 7_265_637_403

/** One worker after the other: two that counted at the same moment would both fill the same room. */
function claimInTurn<T>(db: Db, claim: (within: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (within) => {
    await sql`select pg_advisory_xact_lock(${claimLock})`.execute(within)
    return claim(within)
  })
}

/** For the only worker there is. */
const claimAtOnce: typeof claimInTurn = (db, claim) => claim(db)

type Started<Needs> = Given<Needs> & {
  readonly suspicious: Set<string>
  readonly claimed: Set<string>
}

type Looking<Needs> = Started<Needs> & {
  readonly stopping: AbortSignal
}

/** Returns whether there may be more to claim. */
async function claimOf<Needs>(looking: Looking<Needs>, work: LeasedWork<Needs>): Promise<boolean> {
  const { db, places, workerId, isShared, suspicious, claimed, stopping } = looking
  const { awaited, batch } = places.free
  if (awaited + batch === 0 || stopping.aborted) return true
  const kinds = { awaited: awaited > 0, batch: batch > 0 }
  if (isShared && !(await work.isWaiting(db, kinds))) return awaited === 0 || batch === 0
  const maxSuspicious = suspicious.size === 0 ? 1 : 0
  const bounds = {
    awaited: { ...looking.limits.awaited, max: awaited },
    batch: { ...looking.limits.batch, max: batch },
  }
  const share = looking.share()
  const limits = sumOf(bounds, share)
  const ownLimits = partOf(bounds, share)
  const wanted = { workerId, limits, ownLimits, maxSuspicious, suspiciousDeaths }
  const inTurn = isShared ? claimInTurn : claimAtOnce
  const rows = await inTurn(db, (within) => work.claim(within, wanted))
  await startAll(looking, work, rows)
  // What is in hand may be as much as its group or its organization may have: others wait for its end.
  const isBusy = claimed.size > 0 || places.free.batch < looking.limits.batch.max
  return rows.length > 0 || maxSuspicious === 0 || isBusy
}

async function startAll<Needs>(
  given: Started<Needs>,
  work: LeasedWork<Needs>,
  rows: readonly LeasedRow[],
): Promise<void> {
  // The death of a worker comes before every second run of a row.
  const died = rows.filter(({ deaths }) => deaths > 0).map(({ id }) => id)
  const known = await given.standstillsOf(died)
  for (const row of rows) {
    void start(given, work, { ...row, eventLoopStalls: known.get(row.id) ?? 0 })
  }
}

async function start<Needs>(given: Started<Needs>, work: LeasedWork<Needs>, row: ClaimedRow) {
  const { places, needs, suspicious, claimed, workerId } = given
  const [place] = places.acquire(row, 1)
  if (!place) return releaseLeasedRow(given, work, { id: row.id, workerId })
  if (row.deaths >= suspiciousDeaths) suspicious.add(row.id)
  claimed.add(row.id)
  const run = (lease: Lease) =>
    // Before its place is free, because that asks for the next row.
    work.run(needs, row, lease).finally(() => {
      suspicious.delete(row.id)
      claimed.delete(row.id)
    })
  return runLeasedRow(given, work, { row, place }, run)
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
