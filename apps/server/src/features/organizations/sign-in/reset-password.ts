import { notFound } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findAccountByUsername, updatePassword } from '../accounts/accounts.store.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { deleteSessionsOf } from './sessions.store.ts'

/** Gives a user a new password and signs them out everywhere. */
export async function resetPassword(
  db: Db,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const account = await findAccountByUsername(db, username)
  if (!account) throw notFound('user')
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await updatePassword(trx, account.id, passwordHash)
    await deleteSessionsOf(trx, account.id)
  })
}
