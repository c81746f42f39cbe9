import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ReadValues, ReviewRules } from '../decide-review.ts'
import { findErrorRateTargets, isPassing } from './find-error-rate-targets.ts'

type ReasonOfDialRequest = {
  readonly rules: ReviewRules
  readonly values: ReadValues
  /** Project whose history is used; without one every file is reviewed. */
  readonly projectId: string | undefined
}

/**
 * Returns `confidence` when an error-rate target is set and not every value of the file is
 * confident enough for it.
 */
export async function findReasonByErrorRateTarget(
  ctx: Pick<Context, 'compute' | 'configurationVersion' | 'configurationCache' | 'log'>,
  tenant: Tenant,
  { rules: { wrongPerThousand }, values, projectId }: ReasonOfDialRequest,
): Promise<'confidence' | undefined> {
  if (wrongPerThousand == null) return undefined
  const { passings } = await findErrorRateTargets(ctx, tenant, projectId)
  const target = passings.findLast((one) => one.wrongPerThousand <= wrongPerThousand)
  return target && isPassing(target, values) ? undefined : 'confidence'
}
