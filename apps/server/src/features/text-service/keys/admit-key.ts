import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { hashApiKey, timingSafeEqualText } from '../../../platform/strings.ts'
import { textKeys } from './text-keys.ts'

export type KeyHolder = { readonly tenant: Tenant; readonly keyId: string }

/** Authenticates a caller of the text service by an active key, in either of the two headers. */
export async function admitTextKey(
  { db, config }: Pick<Context, 'db' | 'config'>,
  headers: IncomingHttpHeaders,
): Promise<KeyHolder> {
  const key = headers['unstract-key'] ?? headers[`${config.productId}-key`]
  return admitByKey(db, { key, header: 'unstract-key' })
}

type SentKey = { readonly key: unknown; readonly header: string }

/** Authenticates by a key that was sent in another way; the error names that header. */
export async function admitByKey(db: Context['db'], { key, header }: SentKey): Promise<KeyHolder> {
  if (typeof key !== 'string' || key === '') throw refusal(`Send your key in the ${header} header.`)

  // The lookup uses a hash, so that its timing reveals nothing about the key.
  const hash = hashApiKey(key)
  const textKey = await textKeys.rows.findByHash({ db }, hash)
  if (!textKey?.is_active || !timingSafeEqualText(textKey.key_hash, hash))
    throw refusal('The key is not valid.')
  return { tenant: { db, organizationId: textKey.organization_id }, keyId: textKey.id }
}

function refusal(detail: string): AppError {
  return new AppError('unauthenticated', [{ code: 'not_authenticated', detail, attr: null }])
}
