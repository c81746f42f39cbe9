import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { sameText } from '../../../platform/same-text.ts'
import { findTextKeyByHash } from './text-keys.store.ts'
import { hashOfKey } from './text-keys.ts'

export type KeyHolder = { readonly tenant: Tenant; readonly keyId: string }

/** Who may use the text service: whoever sends an active key under either of its two names. */
export async function admitKey(
  { db, config }: Pick<Context, 'db' | 'config'>,
  headers: IncomingHttpHeaders,
): Promise<KeyHolder> {
  const key = headers['unstract-key'] ?? headers[`${config.productId}-key`]
  return admitByKey(db, { key, header: 'unstract-key' })
}

type Sent = { readonly key: unknown; readonly header: string }

/** The same for a key that came in another way, of which the refusal tells. */
export async function admitByKey(db: Context['db'], { key, header }: Sent): Promise<KeyHolder> {
  if (typeof key !== 'string' || key === '') throw refusal(`Send your key in the header ${header}.`)

  // Looked up by a hash, whose digits tell a caller nothing about those of the key.
  const hash = hashOfKey(key)
  const known = await findTextKeyByHash({ db }, hash)
  if (!known?.is_active || !sameText(known.key_hash, hash)) throw refusal('The key is not valid.')
  return { tenant: { db, organizationId: known.organization_id }, keyId: known.id }
}

function refusal(detail: string): AppError {
  return new AppError('unauthenticated', [{ code: 'not_authenticated', detail, attr: null }])
}
