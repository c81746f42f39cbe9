import type { Context } from '../../platform/context.ts'

/** Whether the startup of this process is complete: the database is migrated and seeded. */
export type Readiness = { isReady: boolean }

type ReadinessReport = {
  readonly isReady: boolean
  /** State of everything that requests need. */
  readonly checks: {
    readonly start: 'ok' | 'starting'
    readonly database: 'ok' | 'away'
    readonly file_store: 'ok' | 'away'
    readonly disk: 'ok' | 'full'
  }
}

const checkTimeoutMilliseconds = 5000
const cacheMilliseconds = 5000

/**
 * Creates the report of `/ready`. However often it is requested, the file store is checked only
 * every few seconds.
 */
export function openReadinessReport(
  { events, disk, files }: Pick<Context, 'events' | 'disk' | 'files'>,
  readiness: Readiness,
): () => Promise<ReadinessReport> {
  let lastCheck: { readonly at: number; readonly isAvailable: Promise<boolean> } | undefined
  const isFileStoreAvailable = () => {
    if (!lastCheck || performance.now() - lastCheck.at > cacheMilliseconds) {
      lastCheck = { at: performance.now(), isAvailable: succeedsInTime(files.check()) }
    }
    return lastCheck.isAvailable
  }
  return async () => {
    const [isFull, isStoreAvailable] = await Promise.all([disk.isFull(), isFileStoreAvailable()])
    const checks: ReadinessReport['checks'] = {
      start: readiness.isReady ? 'ok' : 'starting',
      database: events.isConnected() ? 'ok' : 'away',
      file_store: isStoreAvailable ? 'ok' : 'away',
      disk: isFull ? 'full' : 'ok',
    }
    return { isReady: Object.values(checks).every((state) => state === 'ok'), checks }
  }
}

/** A store that does not respond in time counts as unavailable. */
async function succeedsInTime(check: Promise<void>): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, checkTimeoutMilliseconds, false)
  try {
    return await Promise.race([
      check.then(
        () => true,
        () => false,
      ),
      isLate,
    ])
  } finally {
    clearTimeout(timer)
  }
}
