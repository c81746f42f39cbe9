import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { findActiveTextKeys, insertTextKey, replaceTextKey } from './text-keys.store.ts'

/** Who runs a command has no account. */
const onServer = { userId: null, email: 'command on the server' }

type Needs = Pick<Context, 'vault'>

export const hashOfKey = (key: string) => createHash('sha256').update(key).digest('hex')

/** A random key; only its hash and its sealed form are stored. */
export async function makeTextKey(
  { vault }: Needs,
  tenant: Tenant,
  description: string,
): Promise<string> {
  const key = randomUUID()
  await insertTextKey(tenant, {
    key_hash: hashOfKey(key),
    sealed_key: vault.seal(key),
    description,
  })
  return key
}

/** The organization's oldest active key in clear; made when there is none. */
export async function showTextKey(ctx: Needs, tenant: Tenant): Promise<string> {
  const [first] = await findActiveTextKeys(tenant)
  return first ? ctx.vault.open(first.sealed_key) : makeTextKey(ctx, tenant, 'Text service key')
}

/** Another text for the organization's oldest active key: the one before opens nothing from now on. */
export async function rotateTextKey(ctx: Needs, tenant: Tenant): Promise<string> {
  return inTransaction(tenant, async (within) => {
    const [first] = await findActiveTextKeys(within)
    if (!first) return makeTextKey(ctx, within, 'Text service key')
    const key = randomUUID()
    await replaceTextKey(within, first.id, {
      key_hash: hashOfKey(key),
      sealed_key: ctx.vault.seal(key),
    })
    await recordChange(within, onServer, {
      action: 'text-service-key.rotated',
      subject: { type: 'text-service-key', id: first.id, name: first.description },
    })
    return key
  })
}
