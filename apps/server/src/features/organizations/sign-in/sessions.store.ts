import type { Role } from '@recto/contract/policy/policy'
import { type Selectable, sql } from 'kysely'
import type { Db, Installation } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'
import type { Session } from '../../../platform/session.ts'
import type { SocketSession } from '../../../platform/sockets/sockets.ts'
import type { OrganizationRow } from '../organization/organizations.store.ts'

type NewSession = {
  readonly tokenHash: string
  readonly userId: number
  readonly csrfToken: string
  readonly logEventsId: string
  readonly lifeSeconds: number
  readonly address: string
  readonly browser: string
  readonly proof: NonNullable<Session['proof']>
}

/** The facts about a session that decide whether it may enter its organization. */
type FactorFacts = {
  readonly proof: NonNullable<Session['proof']>
  /** Null if the user is not a member. */
  readonly role: Role | null
  readonly second_factor: OrganizationRow['second_factor'] | null
}

/**
 * Whether the organization is closed to the session because it requires a second factor. Anyone who signs in
 * with an identity provider is checked there.
 */
export function isClosedWithoutFactor({ proof, role, second_factor }: FactorFacts): boolean {
  if (proof !== 'password' || role === null) return false
  return second_factor === 'everyone' || (second_factor === 'admins' && role === 'admin')
}

type IdleLimit = { readonly idleMinutes: number }

export async function insertSession({ db }: Installation, session: NewSession): Promise<void> {
  await db
    .insertInto('web_session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      organization_id: null,
      csrf_token: session.csrfToken,
      log_events_id: session.logEventsId,
      address: session.address,
      browser: session.browser,
      proof: session.proof,
      expires_at: new Date(Date.now() + session.lifeSeconds * 1000),
    })
    .execute()
}

const isIdle = (idleMinutes: number) =>
  sql<boolean>`web_session.seen_at <= now() - make_interval(mins => ${idleMinutes})`

type FoundSession = Omit<Session, 'isPlatformAdmin'> & { readonly isAddressProved: boolean }

/**
 * Finds a live session with its user, and with its organization as long as the user is a member of
 * it.
 */
export async function findSessionByHash(
  { db }: Installation,
  tokenHash: string,
  { idleMinutes }: IdleLimit,
): Promise<FoundSession | undefined> {
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
      'web_session.id',
      sql<boolean>`web_session.seen_at < now() - interval '1 minute'`.as('is_seen_long_ago'),
      'web_session.csrf_token',
      'web_session.log_events_id',
      'web_session.left_organization',
      'web_session.proof',
      'user_account.is_address_proved',
      'user_account.id as user_id',
      'user_account.username',
      'user_account.email',
      'member.role',
      'organization.id as organization_id',
      'organization.slug',
      'organization.name',
      'organization.second_factor',
    ])
    .where('web_session.token_hash', '=', tokenHash)
    .where('web_session.expires_at', '>', sql<Date>`now()`)
    .where((expression) => expression.not(isIdle(idleMinutes)))
    .executeTakeFirst()
  if (!row) return undefined
  if (row.is_seen_long_ago) await updateLastUse(db, tokenHash)

  const { user_id: id, username, email, role, organization_id, slug, name, proof } = row
  const isClosed = isClosedWithoutFactor(row)
  const isInOrganization = role !== null && organization_id !== null && slug !== null && !isClosed
  return {
    tokenHash,
    id: row.id,
    csrfToken: row.csrf_token,
    logEventsId: row.log_events_id,
    user: { id, username, email },
    isAddressProved: row.is_address_proved,
    leftOrganization: row.left_organization,
    proof,
    needsSecondFactor: isClosed,
    actor: isInOrganization
      ? { userId: id, email, role, organization: { id: organization_id, slug, name: name ?? slug } }
      : null,
  }
}

/**
 * Returns which of the sessions are live, with their organizations as above. This does not count as
 * using them.
 */
export async function findLiveSessions(
  { db }: Installation,
  tokenHashes: readonly string[],
  { idleMinutes }: IdleLimit,
): Promise<readonly SocketSession[]> {
  if (tokenHashes.length === 0) return []
  const rows = await db
    .selectFrom('web_session')
    .leftJoin('member', (join) =>
      join
        .onRef('member.user_id', '=', 'web_session.user_id')
        .onRef('member.organization_id', '=', 'web_session.organization_id'),
    )
    .leftJoin('organization', 'organization.id', 'member.organization_id')
    .select([
      'web_session.proof',
      'member.role',
      'organization.second_factor',
      'web_session.token_hash as tokenHash',
      'web_session.id',
      'web_session.log_events_id as logEventsId',
      'web_session.user_id as userId',
      'member.organization_id as organizationId',
    ])
    .where('web_session.token_hash', 'in', [...new Set(tokenHashes)])
    .where('web_session.expires_at', '>', sql<Date>`now()`)
    .where((expression) => expression.not(isIdle(idleMinutes)))
    .execute()
  return rows.map(({ proof, role, second_factor, organizationId, ...session }) => ({
    ...session,
    organizationId: isClosedWithoutFactor({ proof, role, second_factor }) ? null : organizationId,
  }))
}

/**
 * Updates the time of last use: once a minute, not on each request. Does nothing for a session that
 * has been ended.
 */
async function updateLastUse(db: Db, tokenHash: string): Promise<void> {
  await db
    .updateTable('web_session')
    .set({ seen_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export type SessionRow = Pick<
  Selectable<OrganizationTables['web_session']>,
  'id' | 'created_at' | 'seen_at' | 'address' | 'browser'
>

/** Returns the live sessions of a user, the most recently used first. */
export async function findSessionsOf(
  { db }: Installation,
  userId: number,
  { idleMinutes }: IdleLimit,
): Promise<SessionRow[]> {
  return db
    .selectFrom('web_session')
    .select(['id', 'created_at', 'seen_at', 'address', 'browser'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((expression) => expression.not(isIdle(idleMinutes)))
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Deletes a session of the user; returns whether it existed. */
export async function deleteSessionOf(
  { db }: Installation,
  { userId, id }: { readonly userId: number; readonly id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('web_session')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whether the session was started during the last minutes. */
export async function isRecentSession(
  { db }: Installation,
  tokenHash: string,
  { recentMinutes }: { readonly recentMinutes: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('web_session')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${recentMinutes})`)
    .executeTakeFirst()
  return row !== undefined
}

type ProofChange = {
  readonly from: NonNullable<Session['proof']>
  readonly to: NonNullable<Session['proof']>
}

/** Updates what the sessions of a user have proved, when a second factor is added or removed. */
export async function updateProof(
  { db }: Installation,
  userId: number,
  { from, to }: ProofChange,
): Promise<void> {
  await db
    .updateTable('web_session')
    .set({ proof: to })
    .where('user_id', '=', userId)
    .where('proof', '=', from)
    .execute()
}

/** Deletes all sessions of a user, except the given one, and the sign-ins that are not finished. */
export async function deleteSessionsOf(
  { db }: Installation,
  userId: number,
  { exceptId }: { readonly exceptId?: string } = {},
): Promise<void> {
  let query = db.deleteFrom('web_session').where('user_id', '=', userId)
  if (exceptId) query = query.where('id', '<>', exceptId)
  await query.execute()
  await db.deleteFrom('second_step').where('user_id', '=', userId).execute()
}

/**
 * Updates the organization only, so that a request which finishes after a sign-out cannot recreate
 * the session.
 */
export async function updateSessionOrganization(
  { db }: Installation,
  tokenHash: string,
  organizationId: number,
): Promise<void> {
  await db
    .updateTable('web_session')
    .set({ organization_id: organizationId, left_organization: null })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteSession({ db }: Installation, tokenHash: string): Promise<void> {
  await db.deleteFrom('web_session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteEndedSessions(
  { db }: Installation,
  { idleMinutes }: IdleLimit,
): Promise<void> {
  await db
    .deleteFrom('web_session')
    .where((expression) =>
      expression.or([expression('expires_at', '<=', sql<Date>`now()`), isIdle(idleMinutes)]),
    )
    .execute()
}
