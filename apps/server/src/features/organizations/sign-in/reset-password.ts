import { invalid, notFound } from '../../../platform/app-error.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { findAccountByUsername, updatePassword } from '../accounts/accounts.store.ts'
import { judgePassword } from '../accounts/judge-password.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { deleteSessionsOf } from './sessions.store.ts'

/** Sets a new password for a user and signs them out everywhere. */
export async function resetPassword(
  { db }: Installation,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const account = await findAccountByUsername({ db }, username)
  if (!account) throw notFound('user')
  const problem = await judgePassword(password, account)
  if (problem) throw invalid('password', problem)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await updatePassword({ db: trx }, account.id, passwordHash)
    await deleteSessionsOf({ db: trx }, account.id)
    await recordOfAccount({ db: trx }, { account, action: 'password.reset', place: undefined })
  })
}
