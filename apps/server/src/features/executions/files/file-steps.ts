import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { insist } from '../../../platform/leases/insist.ts'
import type { Lease } from '../../../platform/leases/leases.ts'
import type { Step } from '../../model-calls/model-calls.port.ts'
import { insertFileStep } from './file-steps.store.ts'

type Given = {
  readonly fileId: string
  readonly lease: Lease
  readonly known: ReadonlyMap<string, unknown>
}

/**
 * The steps of a file's run. What a step has done is stored before the next one starts, unless it can
 * be repeated at no cost; a later run of the file takes it from the store. A step is not tried again: its
 * calls are, where they are made.
 */
export function fileSteps(
  ctx: Pick<Context, 'db' | 'log'>,
  tenant: Tenant,
  { fileId, lease, known }: Given,
): Step {
  return async <T>(name: string, run: () => Promise<T>, { isRepeatable = false } = {}) => {
    await lease.confirm()
    // The same step gave it, so it is of the same type.
    if (known.has(name)) return known.get(name) as T

    const result = await run()
    if (!isRepeatable) {
      await insist(ctx, lease, () => insertFileStep(tenant, { fileId, name, result }))
    }
    return result
  }
}
