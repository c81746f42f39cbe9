import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { findAccountByUsername, updatePassword } from '../accounts/accounts.store.ts'
import { judgePassword } from '../accounts/judge-password.ts'
import { hashPassword, isPassword } from '../accounts/passwords.ts'
import { tooMany } from '../accounts/refuse-access.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { deleteSessionsOf } from './sessions.store.ts'
import { countConfirmation } from './slow-down.ts'

type ChangePasswordRequest = {
  readonly session: Session
  readonly currentPassword: string
  readonly newPassword: string
}

/** Changes one's own password and ends all one's sessions but the current one. */
export async function changePassword(
  ctx: Pick<Context, 'db' | 'vault' | 'events'>,
  { session, currentPassword, newPassword }: ChangePasswordRequest,
): Promise<void> {
  const { id: userId, username, email } = session.user
  const problem = await judgePassword(newPassword, { username, email })
  if (problem) throw invalid('new_password', problem)
  const attempt = await countConfirmation(ctx, userId)
  if (attempt.waitSeconds !== undefined) throw tooMany(attempt.waitSeconds)
  const account = await findAccountByUsername(ctx, username)
  if (!(await isPassword(account?.password_hash ?? null, currentPassword))) {
    throw invalid('current_password', 'This is not your current password.')
  }
  await attempt.succeed('')
  if (newPassword === currentPassword) {
    throw invalid('new_password', 'This is already your password. Choose a different one.')
  }
  const passwordHash = await hashPassword(newPassword)
  await ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    await updatePassword(transaction, userId, passwordHash)
    await deleteSessionsOf(transaction, userId, { exceptId: session.id })
    await recordOfAccount(transaction, {
      account: session.user,
      action: 'password.changed',
      place: session.place,
    })
    await notifyOwner(transaction, session.user, 'password-changed')
  })
}
