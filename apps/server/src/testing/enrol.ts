import { findAccountByUsername } from '../features/organizations/accounts.store.ts'
import { addMember } from '../features/organizations/add-member.ts'
import { createAccount } from '../features/organizations/create-account.ts'
import { createOrganization } from '../features/organizations/create-organization.ts'
import { findOrganizationBySlug } from '../features/organizations/organizations.store.ts'
import { setOrganization } from '../features/organizations/set-organization.ts'
import { findSession, startSession } from '../features/organizations/start-session.ts'
import type { Context } from '../platform/context.ts'
import type { Role } from '../platform/db/tables/organizations.ts'
import type { Cookies } from './people.ts'

type Wanted = {
  readonly username: string
  readonly role: Role
  readonly organization: string
}

/** A member with an open session, by the room's own use cases but without a password. */
export async function enrol(
  ctx: Context,
  { username, role, organization }: Wanted,
): Promise<Cookies> {
  const { db } = ctx
  const home = await organizationOf(ctx, organization)
  const account =
    (await findAccountByUsername(db, username)) ??
    (await createAccount(db, { username, email: `${username}@example.org` }))
  await addMember(ctx, { organizationId: home.id, userId: account.id, role })

  const { token, csrfToken } = await startSession(db, account.id)
  const session = await findSession(db, token)
  if (session) await setOrganization(ctx, session, organization)
  return { sessionid: token, csrftoken: csrfToken }
}

async function organizationOf({ db }: Pick<Context, 'db'>, slug: string) {
  const found = await findOrganizationBySlug(db, slug)
  if (found) return found
  try {
    return await createOrganization(db, { slug, displayName: slug })
  } catch (error) {
    // Two people of a new organization may be enrolled at once.
    const made = await findOrganizationBySlug(db, slug)
    if (made) return made
    throw new Error(`The organization ${slug} could not be made.`, { cause: error })
  }
}
