import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  backOffFrom,
  type RetryPolicy,
  retry,
  retryAfterOf,
  waitUnless,
} from '../../../platform/retry.ts'
import { logExecution } from '../log-execution.ts'
import { clearAway } from './clear-away.ts'
import type { Delivery } from './delivery.ts'
import { DeliveryError, DestinationAwayError } from './delivery-error.ts'
import { giveToApp } from './give-to-app.ts'
import { writeFile } from './write-file.ts'
import { writeTableRow } from './write-table-row.ts'

/** About ten minutes in all: a destination that is away for that long costs a run nothing. */
const mostWaits = 16
const pause = backOffFrom(4, 60)
/** Such as a lock or a connection that was cut: waited for in place. */
const atOnce: RetryPolicy = { attempts: 2 }

/**
 * Hands over what was read, and then clears the file away where the workflow says so. May run again: the
 * same file is written once. Throws `DestinationAwayError` when it is to be tried again later, so that the
 * file holds no place meanwhile, and `DeliveryError` when the destination does not take it.
 */
export async function deliver(ctx: Context, tenant: Tenant, delivery: Delivery): Promise<void> {
  const { signal, outside, file } = delivery
  const say = (log: string, level: 'INFO' | 'WARN' = 'INFO') =>
    logExecution(ctx, {
      organizationId: tenant.organizationId,
      executionId: file.execution_id,
      fileId: file.id,
      stage: 'DESTINATION',
      level,
      log,
    })
  const wait = (seconds: number) => waitUnless(signal, seconds)
  try {
    const what = await outside(() => retry(() => write(ctx, tenant, delivery), atOnce, { wait }))
    say(what)
  } catch (error) {
    if (signal.aborted) throw error
    throw refusalOf(error, file.waits, (text) => say(text, 'WARN'))
  }
  const problem = await clearAway(ctx, tenant, delivery)
  if (problem) say(problem, 'WARN')
}

function refusalOf(error: unknown, waits: number, warn: (text: string) => void): unknown {
  if (!(error instanceof ProviderError || error instanceof AppError)) return error
  const isAway = error instanceof ProviderError && error.isRetryable
  if (!isAway || waits >= mostWaits) {
    return new DeliveryError(`It was read, but not delivered. ${wordsOf(error)}`, { cause: error })
  }
  const seconds = Math.max(pause(error, waits + 1), retryAfterOf(error) ?? 0)
  warn(`The destination is tried again in ${Math.ceil(seconds)} s. ${wordsOf(error)}`)
  return new DestinationAwayError(seconds)
}

/** Returns what was done, for the log. */
function write(ctx: Context, tenant: Tenant, delivery: Delivery): Promise<string> {
  switch (delivery.plan.destination?.connection) {
    case 'FILESYSTEM':
      return writeFile(ctx, tenant, delivery)
    case 'DATABASE':
      return writeTableRow(ctx, tenant, delivery)
    case 'APPDEPLOYMENT':
      return giveToApp(tenant, delivery)
    // People have looked at it, and it is kept for whoever fetches it.
    case 'MANUALREVIEW':
      return Promise.resolve('Kept to be fetched.')
    default:
      throw new DeliveryError('The destination of the workflow is not available.')
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '')
