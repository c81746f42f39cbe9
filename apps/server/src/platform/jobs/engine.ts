import type { DBOSClient, DLogger } from '@dbos-inc/dbos-sdk'
import type { Log } from '../log/log.ts'

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

/** The engine insists on an address although it is handed a pool; it never connects to this one. */
export const poolAddress = 'postgresql://shared@pool/recto'

/** Adapts a log to the engine. Of its extra fields only the stack is worth a line. */
export function engineLog(log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>): DLogger {
  return {
    debug: (entry) => log.debug(String(entry)),
    info: (entry) => log.debug(String(entry)),
    warn: (entry) => log.warn(String(entry)),
    error: (entry, metadata) => log.error({ stack: metadata?.stack }, String(entry)),
  }
}

export type EngineClient = DBOSClient
