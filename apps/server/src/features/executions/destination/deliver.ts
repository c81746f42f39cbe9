import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type RetryPolicy, retry, waitUnless } from '../../../platform/retry.ts'
import { logExecution } from '../log-execution.ts'
import { clearAway } from './clear-away.ts'
import type { Delivery } from './delivery.ts'
import { DeliveryError } from './delivery-error.ts'
import { queueForReview } from './review-items.store.ts'
import { writeJsonFile } from './write-json-file.ts'
import { writeTableRow } from './write-table-row.ts'

/** About ten minutes in all: a destination that is away for that long costs a run nothing. */
const untilBack: RetryPolicy = { attempts: 14 }

/**
 * Hands over what was read, and then clears the file away where the workflow says so. May run again: the
 * same file is written once. Throws `DeliveryError` when the destination does not take it.
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
  const wait = async (seconds: number, error: unknown) => {
    say(`The destination is tried again in ${Math.ceil(seconds)} s. ${wordsOf(error)}`, 'WARN')
    await waitUnless(signal, seconds)
  }
  try {
    const what = await outside(() => retry(() => write(ctx, tenant, delivery), untilBack, { wait }))
    say(what)
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof ProviderError || error instanceof AppError)) throw error
    throw new DeliveryError(`It was read, but not delivered. ${wordsOf(error)}`, { cause: error })
  }
  const problem = await clearAway(ctx, tenant, delivery)
  if (problem) say(problem, 'WARN')
}

/** Returns what was done, for the log. */
function write(ctx: Context, tenant: Tenant, delivery: Delivery): Promise<string> {
  switch (delivery.plan.destination?.connection) {
    case 'FILESYSTEM':
      return writeJsonFile(ctx, tenant, delivery)
    case 'DATABASE':
      return writeTableRow(ctx, tenant, delivery)
    case 'MANUALREVIEW':
      return queueForReview(tenant, delivery)
    default:
      throw new DeliveryError('The destination of the workflow is not available.')
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '')
