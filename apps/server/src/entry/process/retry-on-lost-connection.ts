import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../platform/log/log.ts'
import { exponentialBackOff, retry } from '../../platform/retry.ts'
import { findConnectionError } from './explain-end.ts'

const retryPolicy = {
  attempts: 5,
  isRetryable: (error: unknown) => findConnectionError(error) !== undefined,
  waitSeconds: exponentialBackOff(0.5, 5),
}

/**
 * Runs a step of the start again if it lost its connection to the database, as on a machine so busy that the
 * database gave it up, or while the embedded database is restarted. The step must be repeatable.
 */
export function retryOnLostConnection<T>(
  log: Pick<Log, 'warn'>,
  step: () => Promise<T>,
): Promise<T> {
  const wait = async (seconds: number) => {
    log.warn('the start lost its connection to the database and tries again')
    await sleep(seconds * 1000)
  }
  return retry(step, retryPolicy, { wait })
}
