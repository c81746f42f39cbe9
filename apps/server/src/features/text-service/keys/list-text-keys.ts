import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { paidPlan, type TextPlan, usualPlan } from '../usage/plan-of.ts'
import { findKeyOfPlan, findTextKeys, holdTextKeys, type TextKeyRow } from './text-keys.store.ts'
import { makeTextKey } from './text-keys.ts'

export type ShownKey = {
  readonly id: string
  readonly key: string
  readonly plan: TextPlan
  readonly createdAt: Date
  readonly isActive: boolean
}

/** Of as many as commands may have made; the pages make one for each plan. */
const mostShown = 1000

/** Keys in clear, oldest first. Who has the free plan always has the one that comes with it. */
export async function listTextKeys(
  ctx: Pick<Context, 'config' | 'vault'>,
  tenant: Tenant,
): Promise<ShownKey[]> {
  if (usualPlan(ctx.config).pagesPerDay !== undefined) await makeFreeKey(ctx, tenant)
  const rows = await findTextKeys(tenant, mostShown)
  return rows.map((row) => shownKey(ctx, row))
}

async function makeFreeKey(ctx: Pick<Context, 'vault'>, tenant: Tenant): Promise<void> {
  const ofFreePlan = { isForPaidPlan: false }
  if (await findKeyOfPlan(tenant, ofFreePlan)) return
  await inTransaction(tenant, async (within) => {
    await holdTextKeys(within)
    if (await findKeyOfPlan(within, ofFreePlan)) return
    await makeTextKey(ctx, within, 'Text service key')
  })
}

export function shownKey(
  { config, vault }: Pick<Context, 'config' | 'vault'>,
  row: TextKeyRow,
): ShownKey {
  return {
    id: row.id,
    key: vault.open(row.sealed_key),
    plan: planOfKey(config, row),
    createdAt: row.created_at,
    isActive: row.is_active,
  }
}

/** The plan that a key was made for. */
export const planOfKey = (
  config: Context['config'],
  { is_for_paid_plan }: Pick<TextKeyRow, 'is_for_paid_plan'>,
): TextPlan => (is_for_paid_plan && paidPlan(config)) || usualPlan(config)
