import { forbidden, invalid } from '../../../platform/app-error.ts'
import type { Installation } from '../../../platform/db/database.ts'
import type { Session } from '../../../platform/session.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import { isPassword } from '../accounts/passwords.ts'
import { tooMany } from '../accounts/refuse-access.ts'
import { isRecentSession } from '../sign-in/sessions.store.ts'
import { countConfirmation } from '../sign-in/slow-down.ts'

type Confirmation = {
  readonly session: Pick<Session, 'user' | 'tokenHash'>
  readonly password: string | undefined
  /** The field that a refusal names. */
  readonly field?: string
}

const recentMinutes = 15

/**
 * Throws unless the owner of the account is at the open session: the password is asked again. People
 * without a password, who use an identity provider, must have signed in during the last 15 minutes.
 */
export async function confirmIdentity(
  { db }: Installation,
  { session, password, field = 'password' }: Confirmation,
): Promise<void> {
  const { id: userId } = session.user
  const account = await findAccount({ db }, userId)
  if (account?.password_hash === null) {
    if (await isRecentSession({ db }, session.tokenHash, { recentMinutes })) return
    throw forbidden(
      `Sign in again, and repeat this within ${recentMinutes} minutes. Your account has no password with which you could confirm it.`,
    )
  }
  if (password === undefined) throw invalid(field, 'This field is required.', 'required')
  const attempt = await countConfirmation({ db }, userId)
  if (attempt.waitSeconds !== undefined) throw tooMany(attempt.waitSeconds)
  if (!(await isPassword(account?.password_hash ?? null, password))) {
    throw invalid(field, 'This is not your current password.')
  }
  await attempt.succeed('')
}
