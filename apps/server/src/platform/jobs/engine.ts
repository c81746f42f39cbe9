import type { DLogger, WorkflowStatusString } from '@dbos-inc/dbos-sdk'
import type { Log } from '../log/log.ts'

/** What the engine needs of a log. */
export type JobsLog = Pick<Log, 'debug' | 'info' | 'warn' | 'error'>

export const engineSchema = 'dbos'

/** The one name under which all our processes share the engine's tables. */
export const engineName = 'recto'

/**
 * Always the same, so that a run which an older program started goes on under a newer one. A job
 * whose steps change gets a new name instead.
 */
export const engineVersion = '1'

/** Every job waits here; the engine bounds how many of one organization run at a time. */
export const queueName = 'jobs'

/** Turns a tick of a schedule into a job. The engine starts it on a queue of its own. */
export const tickName = 'platform/tick'

/** The engine wants an address besides the pool that it is handed. It never connects to this one. */
export const poolAddress = 'postgresql://shared@pool/recto'

export const finished: WorkflowStatusString[] = [
  'SUCCESS',
  'ERROR',
  'CANCELLED',
  'MAX_RECOVERY_ATTEMPTS_EXCEEDED',
]

/** The engine reports its own start and every queue at `info`, which says nothing to an operator. */
export function engineLog(log: JobsLog): DLogger {
  return {
    debug: (entry) => log.debug(String(entry)),
    info: (entry) => log.debug(String(entry)),
    warn: (entry) => log.warn(String(entry)),
    error: (entry, metadata) => log.error({ stack: metadata?.stack }, String(entry)),
  }
}
