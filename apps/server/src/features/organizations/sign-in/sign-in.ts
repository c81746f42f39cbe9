import type { Context } from '../../../platform/context.ts'
import { findAccountByUsername } from '../accounts/accounts.store.ts'
import { isPassword } from '../accounts/passwords.ts'
import { type StartedSession, startSession } from './start-session.ts'

type Credentials = { readonly username: string; readonly password: string }

/** Returns `undefined` when the name or the password is wrong, and never says which. */
export async function signIn(
  { db }: Pick<Context, 'db'>,
  { username, password }: Credentials,
): Promise<StartedSession | undefined> {
  const account = await findAccountByUsername({ db }, username)
  const isRight = await isPassword(account?.password_hash ?? null, password)
  return account && isRight ? startSession({ db }, account.id) : undefined
}
