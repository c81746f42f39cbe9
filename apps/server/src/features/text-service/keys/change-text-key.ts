import { randomUUID } from 'node:crypto'
import { badRequest, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { planOfKey, type ShownKey, shownKey } from './list-text-keys.ts'
import { findTextKey, removeTextKey, replaceTextKey, type TextKeyRow } from './text-keys.store.ts'
import { hashOfKey } from './text-keys.ts'

type ChangeTextKeyDependencies = Pick<Context, 'config' | 'db' | 'vault'>
/** The key itself, or its id. */
type ChangeTextKeyOptions = { readonly actor: Actor; readonly key: string }

/**
 * Replaces the secret of a key: the previous one stops working immediately, and its jobs keep their
 * owner.
 */
export async function rotateKey(
  ctx: ChangeTextKeyDependencies,
  wanted: ChangeTextKeyOptions,
): Promise<ShownKey> {
  return change(ctx, wanted, 'text-service-key.rotated', async (transaction, row) => {
    const key = randomUUID()
    const changed = { key_hash: hashOfKey(key), sealed_key: ctx.vault.seal(key) }
    await replaceTextKey(transaction, row.id, changed)
    return shownKey(ctx, { ...row, ...changed })
  })
}

/** Deletes a key; the record of its usage remains. */
export async function deleteTextKey(
  ctx: ChangeTextKeyDependencies,
  wanted: ChangeTextKeyOptions,
): Promise<void> {
  await change(ctx, wanted, 'text-service-key.deleted', (transaction, row) =>
    removeTextKey(transaction, row.id),
  )
}

async function change<Made>(
  { config, ...ctx }: ChangeTextKeyDependencies,
  { actor, key }: ChangeTextKeyOptions,
  action: string,
  act: (transaction: Tenant, row: TextKeyRow) => Promise<Made>,
): Promise<Made> {
  return inTransaction(tenantOf(ctx, actor), async (transaction) => {
    const row = await findTextKey(transaction, { key, hash: hashOfKey(key) })
    if (!row) throw notFound('API key')
    if (planOfKey(config, row).pagesPerDay !== undefined) {
      throw badRequest('The key of the free plan stays as it is.')
    }
    await recordChange(transaction, actor, {
      action,
      subject: { type: 'text-service-key', id: row.id, name: row.description },
    })
    return act(transaction, row)
  })
}
