import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { findSubscriptionRow, openAccount } from './billing.store.ts'
import { assertSells } from './provider/open-provider.ts'
import { readUsedDays, type UsedDay } from './used-days.reads.ts'

/** Returns the usage by day of the paid period or of the trial. */
export async function getUsedDays(
  ctx: Pick<Context, 'config' | 'db'>,
  actor: Actor,
): Promise<UsedDay[]> {
  assertSells(ctx.config)
  const tenant = tenantOf(ctx, actor)
  const row = await findSubscriptionRow(tenant, { product: 'platform' })
  const since = row?.period_began_at ?? (await openAccount(tenant)).trial_began_at
  return readUsedDays(tenant, since)
}
