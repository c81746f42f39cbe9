import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { findActiveTextKeys, insertTextKey, replaceTextKey } from './text-keys.store.ts'

/** A command on the server has no account. */
const commandActor = { userId: null, email: 'command on the server' }

type TextKeysDependencies = Pick<Context, 'vault'>

/** Creates a random key; only its hash and its encrypted form are stored. */
export async function createTextKey(
  { vault }: TextKeysDependencies,
  tenant: Tenant,
  description: string,
): Promise<string> {
  const key = randomUUID()
  await insertTextKey(tenant, {
    key_hash: hashApiKey(key),
    sealed_key: vault.seal(key),
    description,
  })
  return key
}

/** Returns the organization's oldest active key in plain text; creates one if there is none. */
export async function showTextKey(ctx: TextKeysDependencies, tenant: Tenant): Promise<string> {
  const [first] = await findActiveTextKeys(tenant)
  return first ? ctx.vault.open(first.sealed_key) : createTextKey(ctx, tenant, 'Text service key')
}

/**
 * Replaces the secret of the organization's oldest active key: the previous one stops working
 * immediately.
 */
export async function rotateTextKey(ctx: TextKeysDependencies, tenant: Tenant): Promise<string> {
  return inTransaction(tenant, async (transaction) => {
    const [first] = await findActiveTextKeys(transaction)
    if (!first) return createTextKey(ctx, transaction, 'Text service key')
    const key = randomUUID()
    await replaceTextKey(transaction, first.id, {
      key_hash: hashApiKey(key),
      sealed_key: ctx.vault.seal(key),
    })
    await recordChange(transaction, commandActor, {
      action: 'text-service-key.rotated',
      subject: { type: 'text-service-key', id: first.id, name: first.description },
    })
    return key
  })
}
