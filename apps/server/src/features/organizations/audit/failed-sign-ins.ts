import type { RequestPlace } from '../../../platform/context.ts'
import type { BatchedWrite } from '../../../platform/db/batched-writes.ts'
import { recordOfAccount } from './record-of-account.ts'

type FailedSignIn = {
  readonly account: { readonly id: number; readonly email: string }
  readonly place: RequestPlace
}

/**
 * Audit entries for failed sign-ins. The reply does not wait for them, because it would take longer
 * for an account that exists than for one that does not.
 */
export const failedSignIns: BatchedWrite<FailedSignIn> = {
  name: 'organizations/record-failed-sign-ins',
  async write(db, items) {
    for (const { account, place } of items) {
      await recordOfAccount({ db }, { account, action: 'sign-in.failed', place })
    }
  },
}
