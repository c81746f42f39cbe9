import { type Selectable, sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

/** An account of the installation; organizations have members. */
export type AccountRow = Selectable<OrganizationTables['user_account']>

type NewAccount = Pick<AccountRow, 'username' | 'email' | 'password_hash'> &
  Partial<Pick<AccountRow, 'is_address_proved'>>

/** Returns `undefined` when the user name or the e-mail address is taken. */
export async function insertAccount(
  { db }: Installation,
  account: NewAccount,
): Promise<AccountRow | undefined> {
  return db
    .insertInto('user_account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findAccountByUsername(
  { db }: Installation,
  username: string,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom('user_account')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst()
}

/** Finds an account by what was typed at sign-in: the user name, else the e-mail address. */
export async function findAccountByName(
  { db }: Installation,
  name: string,
): Promise<AccountRow | undefined> {
  const accountByUsername = await findAccountByUsername({ db }, name)
  return accountByUsername ?? (name.includes('@') ? findAccountByAddress({ db }, name) : undefined)
}

export async function findAccountByAddress(
  { db }: Installation,
  email: string,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom('user_account')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** Whether any account has an address of the domain. */
export async function hasAccountOf({ db }: Installation, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_account')
    .select('id')
    .where(sql`split_part(lower(email), '@', 2)`, '=', domain)
    .executeTakeFirst()
  return row !== undefined
}

export async function findAccount(
  { db }: Installation,
  id: number,
): Promise<AccountRow | undefined> {
  return db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function updatePassword(
  { db }: Installation,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ password_hash: passwordHash, modified_at: new Date() })
    .where('id', '=', userId)
    .execute()
}

/** Deletes an account with its memberships and sessions. */
export async function deleteAccount({ db }: Installation, userId: number): Promise<void> {
  await db.deleteFrom('user_account').where('id', '=', userId).execute()
}

/**
 * Removes the password and marks the address as proved: signing in by password is impossible until
 * a new one is chosen.
 */
export async function deletePassword({ db }: Installation, userId: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ password_hash: null, is_address_proved: true, modified_at: new Date() })
    .where('id', '=', userId)
    .execute()
}

/** Records that the address is proved: a user who has opened a link sent to it owns it. */
export async function markAddressVerified({ db }: Installation, userId: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ is_address_proved: true })
    .where('id', '=', userId)
    .execute()
}
