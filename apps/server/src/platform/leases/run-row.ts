import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { runWithWorkId } from '../watchdog/at-work.ts'
import { retryThroughOutage } from './insist.ts'
import { type Lease, type LeasedRow, type LeasedWork, LeaseLostError } from './leases.ts'
import type { WorkSlot } from './places.ts'

type RunRowDependencies = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

type RunWork = Pick<LeasedWork<never>, 'name' | 'release' | 'listHeld'>

/**
 * Runs a row in a place of this process. Never rejects: a row whose run breaks off is given back, and
 * one that cannot even be given back is found by the next check of what the worker holds.
 */
export async function runLeasedRow(
  { db, log }: RunRowDependencies,
  work: RunWork,
  { row, place }: { readonly row: Pick<LeasedRow, 'id'>; readonly place: WorkSlot },
  run: (lease: Lease) => Promise<void>,
): Promise<void> {
  const { workerId } = place
  try {
    await place.run(row.id, (hold, abandon) => {
      const { signal } = hold
      const knownSilences = { silences: place.heartbeat.missedBeats() }
      const confirm = () =>
        confirmHold({ db, log }, work, { row, place, signal, abandon, knownSilences })
      return runWithWorkId(row.id, () => run({ ...hold, workerId, assertHeld: confirm }))
    })
    return
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      log.error({ err: error, work: work.name, row: row.id }, 'leased work broke off')
    }
  }
  await releaseLeasedRow({ db, log }, work, { id: row.id, workerId })
}

type HoldToConfirm = {
  readonly row: Pick<LeasedRow, 'id'>
  readonly place: WorkSlot
  readonly signal: AbortSignal
  readonly abandon: () => void
  /** The silences of this worker since which the row is known to be its own. */
  readonly knownSilences: { silences: number }
}

/**
 * A process that stood still may have been taken for dead, also when it has beaten again meanwhile. It
 * beats before it looks: what it holds then, nobody takes from it for a whole lease.
 */
async function confirmHold(
  { db, log }: RunRowDependencies,
  { listHeld }: RunWork,
  { row, place: { workerId, heartbeat }, signal, abandon, knownSilences }: HoldToConfirm,
): Promise<void> {
  const isSure = heartbeat.isFresh() && heartbeat.missedBeats() === knownSilences.silences
  if (!signal.aborted && !isSure) {
    const heldIds = await retryThroughOutage({ db, log }, { signal }, async () => {
      await heartbeat.renew()
      const silences = heartbeat.missedBeats()
      const all = await listHeld(db, workerId)
      knownSilences.silences = silences
      return all
    })
    if (!heldIds.includes(row.id)) abandon()
  }
  if (signal.aborted) throw new LeaseLostError()
}

export async function releaseLeasedRow(
  { db, log }: RunRowDependencies,
  work: Pick<LeasedWork<never>, 'name' | 'release'>,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<void> {
  await work.release(db, { of: [workerId], ids: [id], isDeath: false }).catch((error: unknown) => {
    const reason = describeFailure(error)
    log.warn({ work: work.name, row: id, reason }, 'leased work could not be given back yet')
  })
}
