import { sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'

type SignInLink = {
  readonly tokenHash: string
  readonly userId: number
  readonly expiresAt: Date
}

export async function insertSignInLink(
  { db }: Installation,
  { tokenHash, userId, expiresAt }: SignInLink,
): Promise<void> {
  await db.deleteFrom('sign_in_link').where('expires_at', '<=', sql<Date>`now()`).execute()
  await db
    .insertInto('sign_in_link')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute()
}

/**
 * Consumes a link and returns whom it signs in; only one of several concurrent callers gets an answer.
 * `undefined` if the link was used or is too old.
 */
export async function consumeSignInLink(
  { db }: Installation,
  tokenHash: string,
): Promise<{ readonly userId: number } | undefined> {
  return db
    .deleteFrom('sign_in_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id as userId')
    .executeTakeFirst()
}
