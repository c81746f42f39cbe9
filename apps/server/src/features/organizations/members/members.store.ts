import type { Role } from '@recto/contract/policy/policy'
import { type SqlBool, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** A member of one organization. */
export type MemberRow = {
  /** Id of the membership, not of the user. */
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly email: string
  readonly role: Role
  /** Whether the member is not a person but acts for a platform API key. */
  readonly isService: boolean
  readonly hasSeenLoginMessage: boolean
  readonly hasSeenPromptMessage: boolean
  readonly isSubscribed: boolean
}

function members({ db, organizationId }: Tenant) {
  return db
    .selectFrom('member')
    .innerJoin('user_account', 'user_account.id', 'member.user_id')
    .select([
      'member.id',
      'member.user_id as userId',
      'user_account.username',
      'user_account.email',
      'member.role',
      'member.is_service as isService',
      'member.login_onboarding_shown as hasSeenLoginMessage',
      'member.prompt_onboarding_shown as hasSeenPromptMessage',
      'member.is_subscribed as isSubscribed',
    ])
    .where('member.organization_id', '=', organizationId)
}

type MemberOrder = 'email' | '-email' | 'role' | '-role'

/** Filter for people; members that act for a key are never included. */
export type MemberFilter = {
  /** Part of the e-mail address, case-insensitive. */
  readonly search?: string | undefined
  readonly order?: MemberOrder | undefined
  readonly slice?: { readonly offset: number; readonly limit: number } | undefined
}

function people(tenant: Tenant, search: string | undefined) {
  return members(tenant)
    .where('member.is_service', '=', false)
    .$if(search !== undefined, (q) =>
      q.where(sql<SqlBool>`strpos(lower(user_account.email), lower(${search})) > 0`),
    )
}

/**
 * Lists the people in the organization, in the order in which they joined unless another is given.
 */
export async function listMembers(
  tenant: Tenant,
  { search, order, slice }: MemberFilter = {},
): Promise<MemberRow[]> {
  const column = order?.endsWith('role') ? 'member.role' : 'user_account.email'
  return people(tenant, search)
    .$if(order !== undefined, (q) => q.orderBy(column, order?.startsWith('-') ? 'desc' : 'asc'))
    .orderBy('member.id')
    .$if(slice !== undefined, (q) => q.offset(slice?.offset ?? 0).limit(slice?.limit ?? 0))
    .execute()
}

export async function countMembers(tenant: Tenant, search?: string): Promise<number> {
  const { count } = await people(tenant, search)
    .clearSelect()
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns which of the users are members, in no particular order. */
export async function findMemberIds(
  { db, organizationId }: Tenant,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', [...new Set(userIds)])
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Finds people by address, case-insensitively. */
export async function findMembersByEmail(
  tenant: Tenant,
  emails: readonly string[],
): Promise<MemberRow[]> {
  if (emails.length === 0) return []
  const addresses = emails.map((email) => email.trim().toLowerCase())
  return people(tenant, undefined)
    .where(sql<string>`lower(user_account.email)`, 'in', addresses)
    .orderBy('member.id')
    .execute()
}

/** Returns the admins except the given users, in the order in which they joined. */
export async function findOtherAdmins(
  { db, organizationId }: Tenant,
  excludedIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('user_id', 'not in', [...excludedIds])
    .orderBy('id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Deletes memberships, with everything shared with these members and their places in groups. */
export async function deleteMembers(
  { db, organizationId }: Tenant,
  userIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('member')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', [...userIds])
    .execute()
}

export async function updateRole(
  { db, organizationId }: Tenant,
  userId: number,
  role: Role,
): Promise<void> {
  await db
    .updateTable('member')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

export async function findMember(tenant: Tenant, userId: number): Promise<MemberRow | undefined> {
  return members(tenant).where('member.user_id', '=', userId).executeTakeFirst()
}

export type Person = { readonly id: number; readonly username: string; readonly email: string }

/** Returns the roles by user, for those of the given users who are members. */
export async function memberRoles(
  tenant: Tenant,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Role>> {
  if (userIds.length === 0) return new Map()
  const rows = await members(tenant).where('member.user_id', 'in', userIds).execute()
  return new Map(rows.map(({ userId, role }) => [userId, role]))
}

/** Returns names and addresses by user, for those of the given users who are members. */
export async function userNames(
  tenant: Tenant,
  userIds: readonly (number | null)[],
): Promise<Map<number, Person>> {
  const ids = [...new Set(userIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await members(tenant).where('member.user_id', 'in', ids).execute()
  return new Map(rows.map(({ userId: id, username, email }) => [id, { id, username, email }]))
}

/** Returns e-mail addresses by user, for those of the given users who are members. */
export async function userEmails(
  tenant: Tenant,
  userIds: readonly (number | null)[],
): Promise<Map<number, string>> {
  const people = await userNames(tenant, userIds)
  return new Map([...people].map(([id, { email }]) => [id, email]))
}

/** Inserts a member; returns `false` when the user is a member already. */
export async function insertMember(
  { db, organizationId }: Tenant,
  { userId, role, isService = false }: { userId: number; role: Role; isService?: boolean },
): Promise<boolean> {
  const insertedRow = await db
    .insertInto('member')
    .values({ organization_id: organizationId, user_id: userId, role, is_service: isService })
    .onConflict((conflict) => conflict.constraint('member_user_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return insertedRow !== undefined
}

export async function updateOnboarding(
  { db, organizationId }: Tenant,
  userId: number,
  shownTours: { login: boolean; prompt: boolean },
): Promise<void> {
  await db
    .updateTable('member')
    .set({ login_onboarding_shown: shownTours.login, prompt_onboarding_shown: shownTours.prompt })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

export async function markSubscribed(
  { db, organizationId }: Tenant,
  userId: number,
): Promise<void> {
  await db
    .updateTable('member')
    .set({ is_subscribed: true })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Locks a member until the transaction ends, so that what a person does at the same time is done one
 * after the other. References to the member are not held up.
 */
export async function lockMember({ db, organizationId }: Tenant, userId: number): Promise<void> {
  await db
    .selectFrom('member')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}
