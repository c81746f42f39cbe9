import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ReadValues, ReviewRules } from '../decide-review.ts'
import { findDial, isPassing } from './find-dial.ts'

type Asked = {
  readonly rules: ReviewRules
  readonly values: ReadValues
  /** Whose history tells; without one everything is looked at. */
  readonly projectId: string | undefined
}

/** `confidence` where the dial is set and not every value of a file is sure enough for its promise. */
export async function reasonOfDial(
  ctx: Pick<Context, 'compute' | 'configuration' | 'configurations' | 'log'>,
  tenant: Tenant,
  { rules: { wrongPerThousand }, values, projectId }: Asked,
): Promise<'confidence' | undefined> {
  if (wrongPerThousand == null) return undefined
  const { passings } = await findDial(ctx, tenant, projectId)
  const passing = passings.findLast((one) => one.wrongPerThousand <= wrongPerThousand)
  return passing && isPassing(passing, values) ? undefined : 'confidence'
}
