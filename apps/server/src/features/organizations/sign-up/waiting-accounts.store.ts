import { type Selectable, sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

type WaitingAccountRow = Selectable<OrganizationTables['waiting_account']>

export async function insertWaitingAccount(
  { db }: Installation,
  account: WaitingAccountRow,
): Promise<void> {
  await db.deleteFrom('waiting_account').where('expires_at', '<=', sql<Date>`now()`).execute()
  await db.insertInto('waiting_account').values(account).execute()
}

/** Consumes a waiting account; only one of several concurrent callers succeeds. */
export async function consumeWaitingAccount(
  { db }: Installation,
  tokenHash: string,
): Promise<WaitingAccountRow | undefined> {
  return db
    .deleteFrom('waiting_account')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}
