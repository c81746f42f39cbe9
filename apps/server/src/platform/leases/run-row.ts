import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { runWithWorkId } from '../watchdog/at-work.ts'
import { type Lease, type LeasedRow, type LeasedWork, LeaseLostError } from './leases.ts'
import { retryThroughOutage } from './retry-through-outage.ts'
import type { WorkSlot } from './slot-pool.ts'

type RunRowDependencies = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

type RunWork = Pick<LeasedWork<never>, 'name' | 'release' | 'listHeld'>

/**
 * Runs a row in a slot of this process. Never rejects: a row whose run breaks off is given back, and
 * one that cannot even be given back is found by the next check of what the worker holds.
 */
export async function runLeasedRow(
  { db, log }: RunRowDependencies,
  work: RunWork,
  { row, slot }: { readonly row: Pick<LeasedRow, 'id'>; readonly slot: WorkSlot },
  run: (lease: Lease) => Promise<void>,
): Promise<void> {
  const { workerId } = slot
  try {
    await slot.run(row.id, (slotHandle, abandon) => {
      const { signal } = slotHandle
      const knownSilences = { silences: slot.heartbeat.missedBeats() }
      const confirm = () =>
        confirmHold({ db, log }, work, { row, slot, signal, abandon, knownSilences })
      return runWithWorkId(row.id, () => run({ ...slotHandle, workerId, assertHeld: confirm }))
    })
    return
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      log.error({ err: error, work: work.name, row: row.id }, 'leased work was interrupted')
    }
  }
  await releaseLeasedRow({ db, log }, work, { id: row.id, workerId })
}

type HoldToConfirm = {
  readonly row: Pick<LeasedRow, 'id'>
  readonly slot: WorkSlot
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
  { row, slot: { workerId, heartbeat }, signal, abandon, knownSilences }: HoldToConfirm,
): Promise<void> {
  const isSure = () => heartbeat.isFresh() && heartbeat.missedBeats() === knownSilences.silences
  // Repeated, because the process may be suspended again while it waits for the database.
  while (!signal.aborted && !isSure()) {
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
    log.warn({ work: work.name, row: id, reason }, 'leased work could not be released yet')
  })
}
