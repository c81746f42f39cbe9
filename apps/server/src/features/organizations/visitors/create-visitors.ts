import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../platform/context.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { createAccount } from '../accounts/create-account.ts'
import { insertMember } from '../members/members.store.ts'
import { insertOrganization } from '../organization/organizations.store.ts'

/**
 * Creates an organization for visitors without an account, with a hidden member as whom they act
 * and as whom nobody can sign in. Call it in a transaction.
 */
export async function createVisitorsOrganization({ db }: Installation): Promise<Actor> {
  const slug = `visitors-${randomUUID()}`
  const organization = await insertOrganization(
    { db },
    { slug, name: slug, display_name: 'Visitors', kind: 'visitors' },
  )
  if (!organization) throw new Error(`The organization ${slug} already exists.`)
  const account = await createAccount({ db }, { username: slug, email: `${slug}@visitors.invalid` })
  const tenant = { db, organizationId: organization.id }
  await insertMember(tenant, { userId: account.id, role: 'user', isService: true })
  return {
    userId: account.id,
    email: account.email,
    role: 'user',
    organization: { id: organization.id, slug: organization.slug, name: organization.name },
  }
}
