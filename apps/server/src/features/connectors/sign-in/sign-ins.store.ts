import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type SignInRow = Selectable<Tables['connector_sign_in']>

type Whose = { readonly id: string; readonly userId: number; readonly backend: string }

const keptSeconds = 3600

/** Of which nothing is known yet; those that have ended go. */
export async function insertSignIn(
  { db, organizationId }: Tenant,
  { userId, backend }: Omit<Whose, 'id'>,
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
      ends_at: sql<Date>`now() + make_interval(secs => ${keptSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of the same person at the same service, while it lasts. */
export async function findSignIn(
  { db, organizationId }: Tenant,
  { id, userId, backend }: Whose,
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

/** Tokens count from when they came. */
export async function changeSignIn(
  { db, organizationId }: Tenant,
  id: string,
  changes: { readonly sealed_attempt?: string | null; readonly sealed_tokens?: string },
): Promise<void> {
  await db
    .updateTable('connector_sign_in')
    .set({ ...changes, ends_at: sql<Date>`now() + make_interval(secs => ${keptSeconds})` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Returns false when somebody else was faster. */
export async function removeSignIn({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('connector_sign_in')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
