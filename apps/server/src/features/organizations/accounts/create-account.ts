import { conflict } from '../../../platform/app-error.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { type AccountRow, insertAccount } from './accounts.store.ts'
import { hashPassword } from './passwords.ts'

type CreateAccountRequest = {
  readonly username: string
  readonly email: string
  /** Without a password nobody can sign in to the account by form. */
  readonly password?: string
}

export async function createAccount(
  installation: Installation,
  { username, email, password }: CreateAccountRequest,
): Promise<AccountRow> {
  const account = await insertAccount(installation, {
    username,
    email,
    password_hash: password === undefined ? null : await hashPassword(password),
  })
  if (!account)
    throw conflict(`The username ${username} or the email address ${email} is already taken.`)
  return account
}
