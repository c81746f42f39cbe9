import { sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'
import type { Session } from '../../../platform/session.ts'

type NewSession = {
  readonly tokenHash: string
  readonly userId: number
  readonly csrfToken: string
  readonly logEventsId: string
  readonly lifeSeconds: number
}

export async function insertSession({ db }: Installation, session: NewSession): Promise<void> {
  await db
    .insertInto('web_session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      organization_id: null,
      csrf_token: session.csrfToken,
      log_events_id: session.logEventsId,
      expires_at: new Date(Date.now() + session.lifeSeconds * 1000),
    })
    .execute()
}

/** A live session with its user, and with the organization as long as the user is a member of it. */
export async function findSessionByHash(
  { db }: Installation,
  tokenHash: string,
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('web_session')
    .innerJoin('user_account', 'user_account.id', 'web_session.user_id')
    .leftJoin('member', (join) =>
      join
        .onRef('member.user_id', '=', 'web_session.user_id')
        .onRef('member.organization_id', '=', 'web_session.organization_id'),
    )
    .leftJoin('organization', 'organization.id', 'member.organization_id')
    .select([
      'web_session.csrf_token',
      'web_session.log_events_id',
      'user_account.id as user_id',
      'user_account.username',
      'user_account.email',
      'member.role',
      'organization.id as organization_id',
      'organization.slug',
      'organization.name',
    ])
    .where('web_session.token_hash', '=', tokenHash)
    .where('web_session.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!row) return undefined

  const { user_id: id, username, email, role, organization_id, slug, name } = row
  const isInOrganization = role !== null && organization_id !== null && slug !== null
  return {
    tokenHash,
    csrfToken: row.csrf_token,
    logEventsId: row.log_events_id,
    user: { id, username, email },
    actor: isInOrganization
      ? { userId: id, email, role, organization: { id: organization_id, slug, name: name ?? slug } }
      : null,
  }
}

/** One column, so that a request which ends after a sign-out cannot bring the session back. */
export async function updateSessionOrganization(
  { db }: Installation,
  tokenHash: string,
  organizationId: number,
): Promise<void> {
  await db
    .updateTable('web_session')
    .set({ organization_id: organizationId })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteSession({ db }: Installation, tokenHash: string): Promise<void> {
  await db.deleteFrom('web_session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsOf({ db }: Installation, userId: number): Promise<void> {
  await db.deleteFrom('web_session').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSessions({ db }: Installation): Promise<void> {
  await db.deleteFrom('web_session').where('expires_at', '<=', sql<Date>`now()`).execute()
}
