import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { cannotStore } from '../../platform/disk-full.ts'
import { type RetryPolicy, retry } from '../../platform/retry.ts'

/** Stores what was paid. While the database is away or full that waits, for as long as the process lives. */
export const keepPaid = (store: () => Promise<void>): Promise<void> =>
  retry(store, untilKept, { wait })

const untilKept: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: (error) => isConnectionLost(error) || cannotStore(error),
  waitSeconds: () => 1,
}

const wait = (seconds: number) => sleep(seconds * 1000)
