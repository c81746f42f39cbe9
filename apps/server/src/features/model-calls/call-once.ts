import { setTimeout as sleep } from 'node:timers/promises'
import { conflict } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { isStorageUnavailable } from '../../platform/disk-full.ts'
import { type RetryPolicy, retry } from '../../platform/retry.ts'
import type { CallContext } from './call-context.ts'

type CallOnceOptions<T> = {
  readonly callKey: string
  /** Finds the reply that is stored under the key. */
  readonly findStored: () => Promise<T | undefined>
  /**
   * Makes the call and stores its reply. `isLocked`: another caller may be waiting for the lock, so
   * the reply must be stored before this returns.
   */
  readonly call: (isLocked: boolean) => Promise<T>
}

/**
 * Makes a paid call at most once per key, across processes: concurrent callers wait for the lock
 * and find the stored reply. A first run is already exclusive (by the lease of its file or the
 * claim of its studio run), so it takes no lock and makes no lookup.
 */
export async function callOnce<T>(
  { organizationId }: Tenant,
  { claims, isFirstRun, isReplay }: CallContext,
  { callKey, findStored, call }: CallOnceOptions<T>,
): Promise<T> {
  if (isReplay) return (await findStored()) ?? throwReplayMiss(callKey)
  if (isFirstRun) return call(false)
  return claims.withLock(
    `call/${organizationId}/${callKey}`,
    async () => (await findStored()) ?? (await call(true)),
  )
}

/** A replay never calls a model, so a reply that is not stored ends it. */
export function throwReplayMiss(key: string): never {
  throw conflict(`The response to the call “${key}” was not stored, so the run cannot be replayed.`)
}

const untilStored: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: (error) => isConnectionLost(error) || isStorageUnavailable(error),
  waitSeconds: () => 1,
}

/**
 * Stores a paid result. While the database is unavailable or full, retries for as long as the
 * process lives.
 */
export const retryUntilStored = (store: () => Promise<void>): Promise<void> =>
  retry(store, untilStored, { wait: (seconds) => sleep(seconds * 1000) })
