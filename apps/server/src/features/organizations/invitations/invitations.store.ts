import type { Role } from '@recto/contract/policy/policy'
import { type Selectable, sql } from 'kysely'
import type { Installation, Tenant } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

export type InvitationRow = Selectable<OrganizationTables['invitation']>

type NewInvitation = {
  readonly tokenHash: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: number
  readonly expiresAt: Date
}

/**
 * Inserts an invitation. It replaces an earlier one for the same address, whose link becomes
 * invalid.
 */
export async function upsertInvitation(
  { db, organizationId }: Tenant,
  { tokenHash, email, role, invitedBy, expiresAt }: NewInvitation,
): Promise<InvitationRow> {
  const values = { token_hash: tokenHash, role, invited_by: invitedBy, expires_at: expiresAt }
  return db
    .insertInto('invitation')
    .values({ ...values, organization_id: organizationId, email })
    .onConflict((conflict) =>
      conflict
        .constraint('invitation_email_key')
        .doUpdateSet({ ...values, created_at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Counts an invitation of today and returns whether it is within the limit. Call it in the
 * transaction that stores the invitation.
 */
export async function countInvitation(
  { db, organizationId }: Tenant,
  maxPerDay: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into invitation_day as known (organization_id, day, invitations)
    values (${organizationId}, (now() at time zone 'utc')::date, 1)
    on conflict (organization_id) do update set day = excluded.day,
      invitations = case when known.day = excluded.day then known.invitations + 1 else 1 end
    where known.day <> excluded.day or known.invitations < ${maxPerDay}
    returning organization_id`.execute(db)
  return rows.length > 0
}

/** Returns the invitations that can still be accepted, newest first. */
export async function findOpenInvitations({
  db,
  organizationId,
}: Tenant): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Deletes an invitation and returns it, if it existed. */
export async function removeInvitation(
  { db, organizationId }: Tenant,
  id: string,
): Promise<InvitationRow | undefined> {
  return db
    .deleteFrom('invitation')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Finds the invitation of a link; `undefined` when it was accepted, was withdrawn or is too old.
 */
export async function findInvitationByToken(
  { db }: Installation,
  tokenHash: string,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Consumes an invitation; only one of several concurrent callers succeeds. */
export async function consumeInvitation(
  { db }: Installation,
  tokenHash: string,
): Promise<InvitationRow | undefined> {
  return db
    .deleteFrom('invitation')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}

/** Consumes and returns all invitations of an address. */
export async function consumeInvitationsOf(
  { db }: Installation,
  email: string,
): Promise<InvitationRow[]> {
  return db
    .deleteFrom('invitation')
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .execute()
}

export async function isInvitedAnywhere({ db }: Installation, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitation')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}
