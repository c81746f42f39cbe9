import { badRequest, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { createSecret, recordChange } from '../../organizations/organizations.port.ts'
import { type DecryptedTextKey, decryptTextKey, planOfKey } from './list-text-keys.ts'
import { findTextKey, type TextKeyRow } from './text-keys.store.ts'
import { textKeys } from './text-keys.ts'

type ChangeTextKeyDependencies = Pick<Context, 'config' | 'db' | 'vault'>
/** The key itself, or its id. */
type KeyReference = { readonly actor: Actor; readonly key: string }

/**
 * Replaces the secret of a key: the previous one stops working immediately, and its jobs keep their
 * owner.
 */
export async function rotateKey(
  ctx: ChangeTextKeyDependencies,
  reference: KeyReference,
): Promise<DecryptedTextKey> {
  return changeKey(ctx, reference, 'text-service-key.rotated', async (transaction, row) => {
    const { key: _, ...secret } = createSecret(ctx)
    const newKey = await textKeys.rows.update(transaction, row.id, secret)
    return decryptTextKey(ctx, newKey ?? row)
  })
}

/** Deletes a key; the record of its usage remains. */
export async function deleteTextKey(
  ctx: ChangeTextKeyDependencies,
  reference: KeyReference,
): Promise<void> {
  await changeKey(ctx, reference, 'text-service-key.deleted', (transaction, row) =>
    textKeys.rows.delete(transaction, row.id),
  )
}

async function changeKey<T>(
  { config, ...ctx }: ChangeTextKeyDependencies,
  { actor, key }: KeyReference,
  action: string,
  applyChange: (transaction: Tenant, row: TextKeyRow) => Promise<T>,
): Promise<T> {
  return inTransaction(tenantOf(ctx, actor), async (transaction) => {
    const row = await findTextKey(transaction, { key, hash: hashApiKey(key) })
    if (!row) throw notFound('API key')
    if (planOfKey(config, row).pagesPerDay !== undefined) {
      throw badRequest('The free plan’s key cannot be changed.')
    }
    await recordChange(transaction, actor, {
      action,
      subject: { type: 'text-service-key', id: row.id, name: row.description },
      before: { description: row.description },
    })
    return applyChange(transaction, row)
  })
}
