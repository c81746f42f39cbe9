import type { Actor, Context } from '../../platform/context.ts'
import { findAccountByUsername } from './accounts/accounts.store.ts'
import { findMember } from './members/members.store.ts'
import { findOrganizationBySlug } from './organization/organizations.store.ts'

/**
 * Returns the admin that seeding created, as an actor; `undefined` when a user has removed them
 * since.
 */
export async function findSeededAdmin({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<Actor | undefined> {
  const organization = await findOrganizationBySlug({ db }, config.organization)
  const account = await findAccountByUsername({ db }, config.admin.username)
  if (!organization || !account) return undefined
  const { id, slug, name } = organization
  const member = await findMember({ db, organizationId: id }, account.id)
  if (!member) return undefined
  return {
    userId: account.id,
    email: account.email,
    role: member.role,
    organization: { id, slug, name },
  }
}
