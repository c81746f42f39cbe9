import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findOrganization } from '../organization/organizations.store.ts'
import { findMember } from './members.store.ts'

/** Loads a member as an actor, for work that continues without a request. */
export async function findActor(tenant: Tenant, userId: number): Promise<Actor | undefined> {
  const [member, organization] = await Promise.all([
    findMember(tenant, userId),
    findOrganization(tenant),
  ])
  if (!member || !organization) return undefined
  const { id, slug, name } = organization
  const { email, role } = member
  const service = member.isService ? ({ permission: 'read_write' } as const) : undefined
  return { userId, email, role, service, organization: { id, slug, name } }
}
