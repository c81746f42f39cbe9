import type { Context } from '../../platform/context.ts'
import { purgeTexts } from './results/purge-texts.ts'
import { sumUpUsage } from './usage/sum-up-usage.ts'

/** Nightly clean-up for one organization. */
export async function cleanUpTexts(
  ctx: Context,
  payload: { readonly organizationId: number },
): Promise<void> {
  const tenant = { db: ctx.db, organizationId: payload.organizationId }
  await sumUpUsage(ctx, tenant)
  await purgeTexts(ctx, payload)
}
