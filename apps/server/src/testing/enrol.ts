import type { Role } from '@recto/contract/policy/policy'
import { seedAdapters } from '../features/adapters/seed-adapters.ts'
import { findAccountByUsername } from '../features/organizations/accounts/accounts.store.ts'
import { createAccount } from '../features/organizations/accounts/create-account.ts'
import { addMember } from '../features/organizations/members/add-member.ts'
import { createOrganization } from '../features/organizations/organization/create-organization.ts'
import {
  findOrganizationBySlug,
  type OrganizationRow,
} from '../features/organizations/organization/organizations.store.ts'
import { setOrganization } from '../features/organizations/sign-in/set-organization.ts'
import { findSession, startSession } from '../features/organizations/sign-in/start-session.ts'
import type { Context } from '../platform/context.ts'
import type { Cookies } from './people.ts'

export type EnrolOptions = {
  readonly username: string
  readonly role: Role
  readonly organization: string
}

/** A member with an open session, by the module's own use cases but without a password. */
export async function enrol(
  ctx: Context,
  { username, role, organization }: EnrolOptions,
): Promise<Cookies> {
  const { db } = ctx
  const account =
    (await findAccountByUsername({ db }, username)) ??
    (await createAccount({ db }, { username, email: `${username}@example.org` }))
  const home =
    (await findOrganizationBySlug({ db }, organization)) ??
    (await found(ctx, organization, account.id))
  await addMember(ctx, { organizationId: home.id, userId: account.id, role })

  const place = { address: '127.0.0.1', browser: 'a test' }
  const { token, csrfToken } = await startSession(ctx, account.id, place)
  const session = await findSession(ctx, token)
  if (session) await setOrganization(ctx, session, organization)
  return { sessionid: token, csrftoken: csrfToken }
}

/** An organization beside the seeded one, with the same built-in adapters. */
async function found(ctx: Context, slug: string, ownerId: number): Promise<OrganizationRow> {
  const organization = await createOrganization(ctx, { slug, displayName: slug })
  await seedAdapters(ctx, { db: ctx.db, organizationId: organization.id }, ownerId)
  return organization
}
