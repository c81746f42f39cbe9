import { sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'

type SecondStep = {
  readonly tokenHash: string
  readonly userId: number
  readonly expiresAt: Date
}

export async function insertSecondStep(
  { db }: Installation,
  { tokenHash, userId, expiresAt }: SecondStep,
): Promise<void> {
  await db.deleteFrom('second_step').where('expires_at', '<=', sql<Date>`now()`).execute()
  await db
    .insertInto('second_step')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute()
}

/** Finds the account of a sign-in that waits for its second step. */
export async function findSecondStep(
  { db }: Installation,
  tokenHash: string,
): Promise<{ readonly userId: number } | undefined> {
  return db
    .selectFrom('second_step')
    .select('user_id as userId')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Ends the wait; only one of several concurrent callers gets `true`. */
export async function consumeSecondStep({ db }: Installation, tokenHash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('second_step')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
