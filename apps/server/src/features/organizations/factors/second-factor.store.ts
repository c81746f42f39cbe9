import { type Selectable, sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

type AuthenticatorRow = Selectable<OrganizationTables['authenticator']>

const confirmationMinutes = 15

/** Stores a secret that is not confirmed yet. Returns `false` if the account has a confirmed one. */
export async function insertAuthenticator(
  { db }: Installation,
  { userId, sealedSecret }: { readonly userId: number; readonly sealedSecret: string },
): Promise<boolean> {
  const row = await db
    .insertInto('authenticator')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: sql<Date>`now()` })
        .where('authenticator.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the secret of the last 15 minutes that is not confirmed yet. */
export async function findUnconfirmedAuthenticator(
  { db }: Installation,
  userId: number,
): Promise<AuthenticatorRow | undefined> {
  return db
    .selectFrom('authenticator')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${confirmationMinutes})`)
    .executeTakeFirst()
}

export async function findAuthenticator(
  { db }: Installation,
  userId: number,
): Promise<AuthenticatorRow | undefined> {
  return db
    .selectFrom('authenticator')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** Marks the secret as confirmed. Returns `false` if it was confirmed or replaced in the meantime. */
export async function confirmAuthenticator(
  { db }: Installation,
  { user_id: userId, sealed_secret: sealedSecret }: AuthenticatorRow,
  step: number,
): Promise<boolean> {
  const row = await db
    .updateTable('authenticator')
    .set({ confirmed_at: new Date(), last_step: String(step) })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the code of a time step. Returns `false` if this code or a later one was used before. */
export async function consumeStep(
  { db }: Installation,
  userId: number,
  step: number,
): Promise<boolean> {
  const row = await db
    .updateTable('authenticator')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the account had an authenticator app. */
export async function deleteAuthenticator({ db }: Installation, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('authenticator')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(
  { db }: Installation,
  userId: number,
  codeHashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  if (codeHashes.length === 0) return
  await db
    .insertInto('recovery_code')
    .values(codeHashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
}

export async function countRecoveryCodes({ db }: Installation, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Uses up a recovery code. Returns `false` if there is none, or another request has used it. */
export async function consumeRecoveryCode(
  { db }: Installation,
  userId: number,
  codeHash: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function hasSecondFactor({ db }: Installation, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('authenticator')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .union(db.selectFrom('passkey').select('user_id').where('user_id', '=', userId))
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all second factors and recovery codes. Returns whether there was a factor. */
export async function deleteAllFactors({ db }: Installation, userId: number): Promise<boolean> {
  const hadFactor = await hasSecondFactor({ db }, userId)
  await db.deleteFrom('authenticator').where('user_id', '=', userId).execute()
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  return hadFactor
}
