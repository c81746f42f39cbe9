import type { DLogger, WorkflowStatusString } from '@dbos-inc/dbos-sdk'
import type { Log } from '../log/log.ts'

/** What DBOS and what runs on it need of a log. */
export type JobsLog = Pick<Log, 'debug' | 'info' | 'warn' | 'error'>

export const dbosSchema = 'dbos'

/** The one name under which all our processes share the tables of DBOS. */
export const dbosName = 'recto'

/**
 * Always the same, so that a run which an older program started goes on under a newer one. A job
 * whose steps change gets a new name instead.
 */
export const dbosVersion = '1'

/** Every job waits here; DBOS bounds how many of one organization run at a time. */
export const queueName = 'jobs'

/** Turns a tick of a schedule into a job. DBOS starts it on a queue of its own. */
export const tickName = 'platform/tick'

/** DBOS wants an address besides the pool that it is handed. It never connects to this one. */
export const poolAddress = 'postgresql://shared@pool/recto'

export const finishedStatuses: readonly WorkflowStatusString[] = [
  'SUCCESS',
  'ERROR',
  'CANCELLED',
  'MAX_RECOVERY_ATTEMPTS_EXCEEDED',
]

/** DBOS reports its own start and every queue at `info`, which says nothing to an operator. */
export function dbosLog(log: JobsLog): DLogger {
  return {
    debug: (entry) => log.debug(String(entry)),
    info: (entry) => log.debug(String(entry)),
    warn: (entry) => log.warn(String(entry)),
    error: (entry, metadata) => log.error({ stack: metadata?.stack }, String(entry)),
  }
}
