import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
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

/** Maximum number of listed keys: commands can create any number, the pages one for each plan. */
const mostShown = 1000

/**
 * Lists the keys in plain text, oldest first. The key of the free plan is created here if it is
 * missing.
 */
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
  await inTransaction(tenant, async (transaction) => {
    await holdTextKeys(transaction)
    if (await findKeyOfPlan(transaction, ofFreePlan)) return
    await makeTextKey(ctx, transaction, 'Text service key')
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

/** Returns the plan for which a key was created. */
export const planOfKey = (
  config: Context['config'],
  { is_for_paid_plan }: Pick<TextKeyRow, 'is_for_paid_plan'>,
): TextPlan => (is_for_paid_plan && paidPlan(config)) || usualPlan(config)
