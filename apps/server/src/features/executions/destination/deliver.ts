import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  exponentialBackOff,
  getRetryAfterSeconds,
  type RetryPolicy,
  retry,
  sleepUnlessAborted,
} from '../../../platform/retry.ts'
import { logExecution } from '../log-execution.ts'
import { addToApp } from './add-to-app.ts'
import { cleanUpSource } from './clean-up-source.ts'
import type { Delivery } from './delivery.ts'
import { DeliveryError, DestinationUnavailableError } from './delivery.ts'
import { sendCalls } from './send-calls.ts'
import { writeFile } from './write-file.ts'
import { writeTableRow } from './write-table-row.ts'

/** About ten minutes in total: a destination may be unavailable for that long. */
const maxWaits = 16
/** A longer wait that a destination asks for would look as if nothing happened. */
const maxPauseSeconds = 60 * 60
const getPauseSeconds = exponentialBackOff(4, 60)
/** Retries short failures, such as a lock or a lost connection, without releasing the file. */
const immediateRetries: RetryPolicy = { attempts: 2 }
/** A receiver of calls says how long it wants to be left alone, which the file waits for without a slot. */
const noRetries: RetryPolicy = { attempts: 1 }

/**
 * Delivers a result and then cleans up the source file if the workflow says so. It may run again:
 * the same file is written once. Throws `DestinationUnavailableError` when the file must be
 * delivered later, so that it holds no slot while it waits, and `DeliveryError` when the
 * destination rejects the result.
 */
export async function deliver(ctx: Context, tenant: Tenant, delivery: Delivery): Promise<void> {
  const { signal, releaseCpuDuring, file } = delivery
  const say = (log: string, level: 'INFO' | 'WARN' = 'INFO') =>
    logExecution(ctx, {
      organizationId: tenant.organizationId,
      executionId: file.execution_id,
      fileId: file.id,
      stage: 'DESTINATION',
      level,
      log,
    })
  const isCall = delivery.plan.destination?.connection === 'HTTP'
  const wait = (seconds: number) => sleepUnlessAborted(signal, seconds)
  let waits = file.waits
  // A receiver that accepts some calls each time is not given up, however many there are.
  const onSent = () => {
    waits = 0
  }
  try {
    const summary = await releaseCpuDuring(() =>
      retry(
        () => writeResult(ctx, tenant, delivery, onSent),
        isCall ? noRetries : immediateRetries,
        {
          wait,
        },
      ),
    )
    say(summary)
  } catch (error) {
    if (signal.aborted) throw error
    throw toDeliveryFailure(error, waits, (text) => say(text, 'WARN'))
  }
  const problem = await cleanUpSource(ctx, tenant, delivery)
  if (problem) say(problem, 'WARN')
}

function toDeliveryFailure(error: unknown, waits: number, warn: (text: string) => void): unknown {
  if (!(error instanceof ProviderError || error instanceof AppError)) return error
  const isAway = error instanceof ProviderError && error.isRetryable
  if (!isAway || waits >= maxWaits) {
    return new DeliveryError(
      `The file was processed, but its result could not be delivered. ${getErrorMessage(error)}`,
      {
        cause: error,
      },
    )
  }
  const retryAfterSeconds = Math.min(getRetryAfterSeconds(error) ?? 0, maxPauseSeconds)
  const seconds = Math.max(getPauseSeconds(error, waits + 1), retryAfterSeconds)
  warn(`The delivery will be retried in ${Math.ceil(seconds)} s. ${getErrorMessage(error)}`)
  return new DestinationUnavailableError({ retryInSeconds: seconds, waits: waits + 1 })
}

/** Writes the result and returns a summary for the log. */
function writeResult(
  ctx: Context,
  tenant: Tenant,
  delivery: Delivery,
  onSent: () => void,
): Promise<string> {
  switch (delivery.plan.destination?.connection) {
    case 'FILESYSTEM':
      return writeFile(ctx, tenant, delivery)
    case 'DATABASE':
      return writeTableRow(ctx, tenant, delivery)
    case 'HTTP':
      return sendCalls(ctx, tenant, delivery, {
        isLastAttempt: delivery.file.waits >= maxWaits,
        onSent,
      })
    case 'APPDEPLOYMENT':
      return addToApp(tenant, delivery)
    // The file was reviewed, and its result is stored for the caller to fetch.
    case 'MANUALREVIEW':
      return Promise.resolve('The result is stored until it is fetched.')
    default:
      throw new DeliveryError('The destination of the workflow is not available.')
  }
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : '')
