import type { Context } from '../../platform/context.ts'

/** Whether this process may be sent requests, as far as its start goes: its database is migrated and seeded. */
export type Readiness = { isReady: boolean }

type Report = {
  readonly isReady: boolean
  /** Of each thing that work needs. */
  readonly checks: {
    readonly start: 'ok' | 'starting'
    readonly database: 'ok' | 'away'
    readonly file_store: 'ok' | 'away'
    readonly disk: 'ok' | 'full'
  }
}

const patienceMilliseconds = 5000
const freshMilliseconds = 5000

/** What `/ready` says. However many ask, the file store is asked every few seconds at most. */
export function openReadinessReport(
  { events, disk, files }: Pick<Context, 'events' | 'disk' | 'files'>,
  readiness: Readiness,
): () => Promise<Report> {
  let asked: { readonly at: number; readonly isThere: Promise<boolean> } | undefined
  const filesAreThere = () => {
    if (!asked || performance.now() - asked.at > freshMilliseconds) {
      asked = { at: performance.now(), isThere: inTime(files.check()) }
    }
    return asked.isThere
  }
  return async () => {
    const [isFull, hasFiles] = await Promise.all([disk.isFull(), filesAreThere()])
    const checks: Report['checks'] = {
      start: readiness.isReady ? 'ok' : 'starting',
      database: events.isOpen() ? 'ok' : 'away',
      file_store: hasFiles ? 'ok' : 'away',
      disk: isFull ? 'full' : 'ok',
    }
    return { isReady: Object.values(checks).every((one) => one === 'ok'), checks }
  }
}

/** A store that is silent is as good as one that is away. */
async function inTime(check: Promise<void>): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, patienceMilliseconds, false)
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
