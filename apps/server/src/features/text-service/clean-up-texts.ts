import type { Context } from '../../platform/context.ts'
import type { Durable } from '../../platform/jobs/jobs.ts'
import { purgeTexts } from './results/purge-texts.ts'
import { sumUpUsage } from './usage/sum-up-usage.ts'

/** Nightly clean-up for one organization. */
export async function cleanUpTexts(
  ctx: Context,
  payload: { readonly organizationId: number },
  durable: Durable,
): Promise<void> {
  const tenant = { db: ctx.db, organizationId: payload.organizationId }
  await durable.runUnrecorded('sum-up', () => sumUpUsage(ctx, tenant))
  await purgeTexts(ctx, payload, durable)
}
