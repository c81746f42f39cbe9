import type { Selectable } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

/** A person as the whole installation knows them; organizations have members. */
export type AccountRow = Selectable<OrganizationTables['user_account']>

type NewAccount = Pick<AccountRow, 'username' | 'email' | 'password_hash'>

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

export async function findAccountById(
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

/** With its memberships and sessions. */
export async function deleteAccount({ db }: Installation, userId: number): Promise<void> {
  await db.deleteFrom('user_account').where('id', '=', userId).execute()
}
