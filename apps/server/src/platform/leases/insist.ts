import type { Db } from '../db/database.ts'
import { despiteOutage, proveWritable, untilAnswers } from '../db/outage.ts'
import { describeFailure } from '../describe-failure.ts'
import { despiteFullDisk } from '../disk-full.ts'
import type { Log } from '../log/log.ts'
import { retry, waitUnless } from '../retry.ts'
import type { Lease } from './leases.ts'

type Needs = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

/**
 * Runs what our own database takes part in, and runs it again when the database went away meanwhile,
 * once it answers: up to three times; and as often as it takes when a disk is full. The end of the lease
 * ends the wait.
 */
export function insist<T>(
  { db, log }: Needs,
  { signal }: Pick<Lease, 'signal'>,
  run: () => Promise<T>,
): Promise<T> {
  const wait = (seconds: number, error: unknown) => {
    log.warn({ reason: describeFailure(error) }, 'the database is away; leased work waits for it')
    return waitUnless(signal, seconds)
  }
  const ping = () => proveWritable(db)
  const waitForRoom = (seconds: number, error: unknown) => {
    log.error({ reason: describeFailure(error) }, 'the disk is full; leased work waits for room')
    return waitUnless(signal, seconds)
  }
  return despiteOutage(
    () => despiteFullDisk(run, waitForRoom),
    async () => {
      await retry(ping, untilAnswers, { wait })
    },
  )
}
