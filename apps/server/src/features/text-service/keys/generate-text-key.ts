import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { createSecret, recordChange } from '../../organizations/organizations.port.ts'
import { paidPlan, planOf, planWithoutPayment, type TextPlan } from '../usage/plan-of.ts'
import { type DecryptedTextKey, decryptTextKey } from './list-text-keys.ts'
import { findKeyOfPlan, lockTextKeys } from './text-keys.store.ts'
import { textKeys } from './text-keys.ts'

type GenerateTextKeyDependencies = Pick<Context, 'config' | 'db' | 'vault'>
type NewTextKeyRequest = { readonly actor: Actor; readonly planId: string }

/** Creates a key for a plan that the organization has and that has no key yet. */
export async function generateTextKey(
  ctx: GenerateTextKeyDependencies,
  { actor, planId }: NewTextKeyRequest,
): Promise<DecryptedTextKey> {
  if (planId === '') throw badRequest('Please select a product.')
  const tenant = tenantOf(ctx, actor)
  const plan = [planWithoutPayment(ctx.config), paidPlan(ctx.config)].find(
    (one) => one?.id === planId,
  )
  if (!plan) throw badRequest('Product ID is not available.')
  if (plan.pagesPerDay !== undefined) {
    throw badRequest('The free plan includes one key, which already exists.')
  }
  if ((await planOf(ctx.config, tenant)).id !== plan.id) throw notSubscribed(plan)
  const isForPaidPlan = plan.id === paidPlan(ctx.config)?.id
  return inTransaction(tenant, async (transaction) => {
    await lockTextKeys(transaction)
    if (await findKeyOfPlan(transaction, { isForPaidPlan })) {
      throw badRequest('Key already available for this plan.')
    }
    const { key: _, ...secret } = createSecret(ctx)
    const row = await textKeys.insert(transaction, {
      ...secret,
      description: `Key for the ${plan.name} plan`,
      isActive: true,
      isForPaidPlan,
    })
    await recordChange(transaction, actor, {
      action: 'text-service-key.made',
      subject: { type: 'text-service-key', id: row.id, name: row.description },
      after: { plan: plan.id },
    })
    return decryptTextKey(ctx, row)
  })
}

const notSubscribed = ({ name }: TextPlan) => badRequest(`Subscribe to ${name} first.`)
