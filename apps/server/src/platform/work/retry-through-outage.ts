import type { Db } from '../db/database.ts'
import {
  assertWritable,
  isOutOfConnections,
  retryOnOutage,
  untilDatabaseResponds,
} from '../db/outage.ts'
import { describeFailure } from '../describe-failure.ts'
import { retryWhileDiskFull } from '../disk-full.ts'
import type { Log } from '../log/log.ts'
import { retry, sleepUnlessAborted } from '../retry.ts'
import type { Lease } from './work-queue.ts'

/** How long to wait after a refused connection; a step gives up after about a minute of them. */
const refusedSeconds = 0.5

type RetryDependencies = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

/**
 * Runs work that uses our own database, and runs it again if the database was lost meanwhile, once it
 * answers again: up to three times, and without a limit while a disk is full. The end of the lease ends the
 * wait.
 */
export function retryThroughOutage<T>(
  { db, log }: RetryDependencies,
  { signal }: Pick<Lease, 'signal'>,
  run: () => Promise<T>,
): Promise<T> {
  const wait = (seconds: number, error: unknown) => {
    log.warn(
      { reason: describeFailure(error) },
      'the database is not available; leased work waits for it',
    )
    return sleepUnlessAborted(signal, seconds)
  }
  const ping = () => assertWritable(db)
  const waitForRoom = (seconds: number, error: unknown) => {
    log.error({ err: error }, 'the disk is full; leased work waits for free space')
    return sleepUnlessAborted(signal, seconds)
  }
  return retryOnOutage(
    () => retryWhileDiskFull(run, waitForRoom),
    async (error) => {
      // A connection that is open already answers at once, while another one is still refused.
      if (isOutOfConnections(error)) await wait(refusedSeconds, error)
      await retry(ping, untilDatabaseResponds, { wait })
    },
  )
}
