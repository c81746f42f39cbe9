import type { Role } from '@recto/contract/policy'
import type { Tenant } from '../../../platform/db/database.ts'

/** A person in one organization. */
export type MemberRow = {
  /** Key of the membership itself. */
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly email: string
  readonly role: Role
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
      'member.login_onboarding_shown as hasSeenLoginMessage',
      'member.prompt_onboarding_shown as hasSeenPromptMessage',
      'member.is_subscribed as isSubscribed',
    ])
    .where('member.organization_id', '=', organizationId)
}

/** Everybody in the organization, first the one who joined first. */
export async function listMembers(tenant: Tenant): Promise<MemberRow[]> {
  return members(tenant).orderBy('member.id').execute()
}

export async function findMember(tenant: Tenant, userId: number): Promise<MemberRow | undefined> {
  return members(tenant).where('member.user_id', '=', userId).executeTakeFirst()
}

export type Person = { readonly id: number; readonly username: string; readonly email: string }

/** Of those of the users who are members. */
export async function memberRoles(
  tenant: Tenant,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Role>> {
  if (userIds.length === 0) return new Map()
  const found = await members(tenant).where('member.user_id', 'in', userIds).execute()
  return new Map(found.map(({ userId, role }) => [userId, role]))
}

/** Names and addresses by user, for those of the given users who are members. */
export async function userNames(
  tenant: Tenant,
  userIds: readonly (number | null)[],
): Promise<Map<number, Person>> {
  const ids = [...new Set(userIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const found = await members(tenant).where('member.user_id', 'in', ids).execute()
  return new Map(found.map(({ userId: id, username, email }) => [id, { id, username, email }]))
}

/** E-mail addresses by user, for those of the given users who are members. */
export async function userEmails(
  tenant: Tenant,
  userIds: readonly (number | null)[],
): Promise<Map<number, string>> {
  const people = await userNames(tenant, userIds)
  return new Map([...people].map(([id, { email }]) => [id, email]))
}

/** Returns `false` when the user is a member already. */
export async function insertMember(
  { db, organizationId }: Tenant,
  { userId, role }: { userId: number; role: Role },
): Promise<boolean> {
  const inserted = await db
    .insertInto('member')
    .values({ organization_id: organizationId, user_id: userId, role })
    .onConflict((conflict) => conflict.constraint('member_user_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateOnboarding(
  { db, organizationId }: Tenant,
  userId: number,
  seen: { login: boolean; prompt: boolean },
): Promise<void> {
  await db
    .updateTable('member')
    .set({ login_onboarding_shown: seen.login, prompt_onboarding_shown: seen.prompt })
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
