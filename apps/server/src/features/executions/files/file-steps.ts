import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { insist } from '../../../platform/leases/insist.ts'
import type { Lease } from '../../../platform/leases/leases.ts'
import { type RetryPolicy, retry, waitUnless } from '../../../platform/retry.ts'
import type { Step } from '../../model-calls/model-calls.port.ts'
import { insertFileStep } from './file-steps.store.ts'

type Given = {
  readonly fileId: string
  readonly lease: Lease
  readonly known: ReadonlyMap<string, unknown>
}

/** A call that may succeed later is made again, when its provider says or after a growing wait. */
const callRetries: RetryPolicy = { attempts: 5, isRetryable }

/**
 * The steps of a file's run. What a step has done is stored before the next one starts, unless it can
 * be repeated at no cost; a later run of the file takes it from the store.
 */
export function fileSteps(
  ctx: Pick<Context, 'db' | 'log'>,
  tenant: Tenant,
  { fileId, lease, known }: Given,
): Step {
  const { signal } = lease
  return async <T>(name: string, run: () => Promise<T>, { isRepeatable = false } = {}) => {
    await lease.confirm()
    // The same step gave it, so it is of the same type.
    if (known.has(name)) return known.get(name) as T

    const wait = (seconds: number, error: unknown) => {
      ctx.log.warn({ file: fileId, step: name, seconds, err: error }, 'a step is tried again')
      return waitUnless(signal, seconds)
    }
    const result = await retry(run, callRetries, {
      async wait(seconds, error) {
        await wait(seconds, error)
        await lease.confirm()
      },
    })
    if (!isRepeatable) {
      await insist(ctx, lease, () => insertFileStep(tenant, { fileId, name, result }))
    }
    return result
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('isRetryable' in error) return error.isRetryable === true
  return isRetryable(error.cause)
}
