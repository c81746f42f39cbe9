import { type Selectable, sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

export type PasskeyRow = Selectable<OrganizationTables['passkey']>

/** Hours that a browser may take to answer a challenge. */
export const challengeHours = 1 / 12

type Challenge = {
  readonly tokenHash: string
  readonly challenge: string
  readonly expiresAt: Date
}

/** Stores the challenge of a browser in place of an earlier one. */
export async function saveChallenge(
  { db }: Installation,
  { tokenHash, challenge, expiresAt }: Challenge,
): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', sql<Date>`now()`).execute()
  await db
    .insertInto('passkey_challenge')
    .values({ token_hash: tokenHash, challenge, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('token_hash').doUpdateSet({ challenge, expires_at: expiresAt }),
    )
    .execute()
}

/** Uses up the challenge of a browser; `undefined` if there is none or it is too old. */
export async function consumeChallenge(
  { db }: Installation,
  tokenHash: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge
}

/** Returns the passkeys of an account, the oldest first. */
export async function listPasskeys({ db }: Installation, userId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findPasskey(
  { db }: Installation,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

type NewPasskey = Pick<
  PasskeyRow,
  'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'
>

/** Returns `false` if an account has this passkey already. */
export async function insertPasskey({ db }: Installation, passkey: NewPasskey): Promise<boolean> {
  const row = await db
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.constraint('passkey_credential_id_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type OwnPasskey = { readonly userId: number; readonly id: string }

/** Returns whether the user has the passkey. */
export async function renamePasskey(
  { db }: Installation,
  { userId, id }: OwnPasskey,
  name: string,
): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the user had the passkey. */
export async function deletePasskey(
  { db }: Installation,
  { userId, id }: OwnPasskey,
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records a sign-in. Returns `false` if the passkey was removed in the meantime. */
export async function recordPasskeyUse(
  { db }: Installation,
  id: string,
  counter: number,
): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ counter: String(counter), used_at: new Date() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
