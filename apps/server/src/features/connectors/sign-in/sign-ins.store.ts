import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type SignInRow = Selectable<Tables['connector_sign_in']>

type SignInsOptions = { readonly id: string; readonly userId: number; readonly backend: string }

const retentionSeconds = 3600

/** Inserts a sign-in without any result yet, and deletes expired ones. */
export async function insertSignIn(
  { db, organizationId }: Tenant,
  { userId, backend }: Omit<SignInsOptions, 'id'>,
): Promise<string> {
  await db
    .deleteFrom('connector_sign_in')
    .where('organization_id', '=', organizationId)
    .where('ends_at', '<', sql<Date>`now()`)
    .execute()
  const { id } = await db
    .insertInto('connector_sign_in')
    .values({
      organization_id: organizationId,
      user_id: userId,
      backend,
      ends_at: sql<Date>`now() + make_interval(secs => ${retentionSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds an unexpired sign-in of the same person at the same service. */
export async function findSignIn(
  { db, organizationId }: Tenant,
  { id, userId, backend }: SignInsOptions,
): Promise<SignInRow | undefined> {
  return db
    .selectFrom('connector_sign_in')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('backend', '=', backend)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Updates a sign-in; its lifetime starts again. */
export async function changeSignIn(
  { db, organizationId }: Tenant,
  id: string,
  changes: { readonly sealed_attempt?: string | null; readonly sealed_tokens?: string },
): Promise<void> {
  await db
    .updateTable('connector_sign_in')
    .set({ ...changes, ends_at: sql<Date>`now() + make_interval(secs => ${retentionSeconds})` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a sign-in; returns false when somebody else did so first. */
export async function removeSignIn({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('connector_sign_in')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
