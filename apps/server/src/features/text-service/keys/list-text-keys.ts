import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { paidPlan, planWithoutPayment, type TextPlan } from '../usage/plan-of.ts'
import { findKeyOfPlan, lockTextKeys, type TextKeyRow } from './text-keys.store.ts'
import { createTextKey, textKeys } from './text-keys.ts'

export type DecryptedTextKey = {
  readonly id: string
  readonly key: string
  readonly plan: TextPlan
  readonly createdAt: Date
  readonly isActive: boolean
}

/** Maximum number of listed keys: commands can create any number, the pages one for each plan. */
const maxListedKeys = 1000

/**
 * Lists the keys in plain text, oldest first. The key of the free plan is created here if it is
 * missing.
 */
export async function listTextKeys(
  ctx: Pick<Context, 'config' | 'vault'>,
  tenant: Tenant,
): Promise<DecryptedTextKey[]> {
  if (planWithoutPayment(ctx.config).pagesPerDay !== undefined) await createFreeKey(ctx, tenant)
  const rows = await textKeys.rows.list(tenant, {}, maxListedKeys)
  return rows.map((row) => decryptTextKey(ctx, row))
}

async function createFreeKey(ctx: Pick<Context, 'vault'>, tenant: Tenant): Promise<void> {
  const freePlanFilter = { isForPaidPlan: false }
  if (await findKeyOfPlan(tenant, freePlanFilter)) return
  await inTransaction(tenant, async (transaction) => {
    await lockTextKeys(transaction)
    if (await findKeyOfPlan(transaction, freePlanFilter)) return
    await createTextKey(ctx, transaction, 'Text service key')
  })
}

export function decryptTextKey(
  { config, vault }: Pick<Context, 'config' | 'vault'>,
  row: TextKeyRow,
): DecryptedTextKey {
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
): TextPlan => (is_for_paid_plan && paidPlan(config)) || planWithoutPayment(config)
