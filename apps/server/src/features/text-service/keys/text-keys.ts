import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { createSecret, defineKeys } from '../../organizations/organizations.port.ts'

/** A command on the server has no account. */
const commandActor = { userId: null, email: 'command on the server' }

type TextKeysDependencies = Pick<Context, 'vault'>

export const textKeys = defineKeys({
  table: 'text_service_key',
  uniqueConstraint: 'text_service_key_hash_key',
  order: 'oldest first',
  subject: 'text-service-key',
  noun: 'API key',
  nameOf: ({ description }) => description,
  toAuditValues: ({ description }) => ({ description }),
})

/** Creates a random key; only its hash and its encrypted form are stored. */
export async function createTextKey(
  ctx: TextKeysDependencies,
  tenant: Tenant,
  description: string,
): Promise<string> {
  const { key, ...secret } = createSecret(ctx)
  await textKeys.insert(tenant, { ...secret, description, isActive: true })
  return key
}

const listActiveKeys = (tenant: Tenant) => textKeys.rows.list(tenant, { is_active: true })

/** Returns the organization's oldest active key in plain text; creates one if there is none. */
export async function showTextKey(ctx: TextKeysDependencies, tenant: Tenant): Promise<string> {
  const [first] = await listActiveKeys(tenant)
  return first ? ctx.vault.open(first.sealed_key) : createTextKey(ctx, tenant, 'Text service key')
}

/**
 * Replaces the secret of the organization's oldest active key: the previous one stops working
 * immediately.
 */
export async function rotateTextKey(ctx: TextKeysDependencies, tenant: Tenant): Promise<string> {
  return inTransaction(tenant, async (transaction) => {
    const [first] = await listActiveKeys(transaction)
    if (!first) return createTextKey(ctx, transaction, 'Text service key')
    const { key, ...secret } = createSecret(ctx)
    await textKeys.rotate(transaction, commandActor, { id: first.id, secret })
    return key
  })
}
