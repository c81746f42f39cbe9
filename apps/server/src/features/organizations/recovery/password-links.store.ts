import { sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'

type PasswordLink = {
  readonly tokenHash: string
  readonly userId: number
  readonly expiresAt: Date
}

export async function insertPasswordLink(
  { db }: Installation,
  { tokenHash, userId, expiresAt }: PasswordLink,
): Promise<void> {
  await db.deleteFrom('password_link').where('expires_at', '<=', sql<Date>`now()`).execute()
  await db
    .insertInto('password_link')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute()
}

/** Finds the owner of a link; `undefined` when it was used or is too old. */
export async function findPasswordLink(
  { db }: Installation,
  tokenHash: string,
): Promise<{ readonly userId: number } | undefined> {
  return db
    .selectFrom('password_link')
    .select('user_id as userId')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/**
 * Consumes a link; only one of several concurrent callers succeeds. The account's other links
 * become invalid when its password changes.
 */
export async function consumePasswordLink(
  { db }: Installation,
  tokenHash: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_link')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
