import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { type Lease, type LeasedRow, type LeasedWork, LeaseLostError } from './leases.ts'
import type { WorkPlace } from './places.ts'

type Needs = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

/**
 * Runs a row in a place of this process. Never rejects: a row whose run breaks off is given back, and
 * one that cannot even be given back is found by the next check of what the worker holds.
 */
export async function runRow(
  { db, log }: Needs,
  work: Pick<LeasedWork<never>, 'name' | 'release'>,
  { row, place }: { readonly row: Pick<LeasedRow, 'id'>; readonly place: WorkPlace },
  run: (lease: Lease) => Promise<void>,
): Promise<void> {
  const { workerId } = place
  try {
    await place.run(row.id, (hold) => run({ workerId, ...hold }))
    return
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      log.error({ err: error, work: work.name, row: row.id }, 'leased work broke off')
    }
  }
  await giveBack({ db, log }, work, { id: row.id, workerId })
}

export async function giveBack(
  { db, log }: Needs,
  work: Pick<LeasedWork<never>, 'name' | 'release'>,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<void> {
  await work.release(db, { of: [workerId], ids: [id], isDeath: false }).catch((error: unknown) => {
    const reason = describeFailure(error)
    log.warn({ work: work.name, row: id, reason }, 'leased work could not be given back yet')
  })
}
