import { randomUUID } from 'node:crypto'
import { badRequest, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { planOfKey, type ShownKey, shownKey } from './list-text-keys.ts'
import { findTextKey, removeTextKey, replaceTextKey, type TextKeyRow } from './text-keys.store.ts'
import { hashOfKey } from './text-keys.ts'

type Needs = Pick<Context, 'config' | 'db' | 'vault'>
/** The key itself, or its id. */
type Wanted = { readonly actor: Actor; readonly key: string }

/** Another text for a key: the one before opens nothing from now on, and its jobs stay whose they are. */
export async function rotateKey(ctx: Needs, wanted: Wanted): Promise<ShownKey> {
  return change(ctx, wanted, 'text-service-key.rotated', async (within, row) => {
    const key = randomUUID()
    const changed = { key_hash: hashOfKey(key), sealed_key: ctx.vault.seal(key) }
    await replaceTextKey(within, row.id, changed)
    return shownKey(ctx, { ...row, ...changed })
  })
}

/** What it has used is still known. */
export async function deleteTextKey(ctx: Needs, wanted: Wanted): Promise<void> {
  await change(ctx, wanted, 'text-service-key.deleted', (within, row) =>
    removeTextKey(within, row.id),
  )
}

async function change<Made>(
  { config, ...ctx }: Needs,
  { actor, key }: Wanted,
  action: string,
  act: (within: Tenant, row: TextKeyRow) => Promise<Made>,
): Promise<Made> {
  return inTransaction(tenantOf(ctx, actor), async (within) => {
    const row = await findTextKey(within, { key, hash: hashOfKey(key) })
    if (!row) throw notFound('API key')
    if (planOfKey(config, row).pagesPerDay !== undefined) {
      throw badRequest('The key of the free plan stays as it is.')
    }
    await recordChange(within, actor, {
      action,
      subject: { type: 'text-service-key', id: row.id, name: row.description },
    })
    return act(within, row)
  })
}
