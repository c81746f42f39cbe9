import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { defineEvent, type Events } from '../events/events.ts'
import type { Log } from '../log/log.ts'
import { type LeasedRow, type LeasedWork, LeaseLostError, suspiciousDeaths } from './leases.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Place, WorkerPlaces } from './places.ts'

/** Rows wait that no process has started itself. */
export const workWaiting = defineEvent({ name: 'work.waiting', payload: z.object({}) })

type Given<Needs> = {
  readonly work: readonly LeasedWork<Needs>[]
  readonly needs: Needs
  readonly db: Db
  readonly events: Events
  readonly places: WorkerPlaces
  readonly workerId: string
  readonly maxOfOrganization: number
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

/** Claims and runs the leased work of all rooms while there are places. */
export function runLeases<Needs>(given: Given<Needs>): LeaseRunner {
  const { db, events, places, workerId, log, lookEverySeconds = 2 } = given
  const stopping = new AbortController()
  const suspicious = new Set<string>()
  /** Whether the last look found rows, so that there may be more. */
  let mayWait = true

  /** Returns whether there may be more to claim. */
  const claimOf = async (work: LeasedWork<Needs>): Promise<boolean> => {
    const max = places.freeCount
    if (max === 0 || stopping.signal.aborted) return true
    const { maxOfOrganization } = given
    const maxSuspicious = suspicious.size === 0 ? 1 : 0
    const rows = await work.claim(db, { workerId, max, maxSuspicious, maxOfOrganization })
    for (const row of rows) void runRow({ ...given, suspicious }, work, row)
    return rows.length > 0 || maxSuspicious === 0
  }
  const claimAll = async () => {
    const found: boolean[] = []
    for (const work of given.work) found.push(await claimOf(work))
    mayWait = found.includes(true)
  }
  const claim = oneAtATime(() =>
    claimAll().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'waiting work could not be claimed; it is tried again')
    }),
  )

  const unsubscribe = events.subscribe(workWaiting, () => void claim())
  places.onFree(() => {
    if (mayWait) void claim()
  })
  const looking = lookNowAndThen(lookEverySeconds, claim, stopping.signal)

  return {
    async stop({ withinSeconds }) {
      stopping.abort()
      unsubscribe()
      await looking
      places.close()
      await Promise.race([places.inHand.idle(), sleep(withinSeconds * 1000)])
      for (const work of given.work) await work.release(db, { of: [workerId], isDeath: false })
    },
  }
}

type Running<Needs> = Given<Needs> & { readonly suspicious: Set<string> }

/** Never rejects: a row that could not be run is given back, or is found by the next check. */
async function runRow<Needs>(
  { places, workerId, needs, db, log, suspicious }: Running<Needs>,
  work: LeasedWork<Needs>,
  row: LeasedRow,
): Promise<void> {
  const [place]: readonly Place[] = places.take(row.organizationId, 1)
  if (row.deaths >= suspiciousDeaths) suspicious.add(row.id)
  const run = (signal: AbortSignal) =>
    // Before its place is free, because that asks for the next row.
    work.run(needs, row, { workerId, signal }).finally(() => suspicious.delete(row.id))
  try {
    await place?.run(row.id, run)
    if (place) return
    suspicious.delete(row.id)
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      log.error({ err: error, work: work.name, row: row.id }, 'leased work broke off')
    }
  }
  await work.release(db, { of: [workerId], ids: [row.id], isDeath: false }).catch((error) => {
    log.warn({ reason: reasonOf(error) }, 'leased work could not be given back yet')
  })
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

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
