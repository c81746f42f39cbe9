import type { OutsideConfig } from '../../../platform/config/access-settings.ts'
import type { Context } from '../../../platform/context.ts'
import {
  type AccountRow,
  findAccount,
  findAccountByAddress,
  forgetPassword,
  insertAccount,
} from '../accounts/accounts.store.ts'
import { accessRefused } from '../accounts/refuse-access.ts'
import type { Equip } from '../founding/found-organization.ts'
import { acceptAll } from '../invitations/accept-all.ts'
import { isInvitedAnywhere } from '../invitations/invitations.store.ts'
import { addMember } from '../members/add-member.ts'
import {
  findOrganizationBySlug,
  listOrganizationsOf,
  type OrganizationRow,
} from '../organization/organizations.store.ts'
import { deleteSessionsOf } from '../sign-in/sessions.store.ts'
import { makeOwnOrganization } from '../sign-up/make-own-organization.ts'
import { assertAddressAllowed, signUpIsClosed } from '../sign-up/sign-up.ts'
import type { OutsidePerson } from './finish-outside.ts'
import { findIdentityOwner, insertIdentity } from './outside-identities.store.ts'

/**
 * The account of a person whom an identity provider vouches for: the one that they came in with before,
 * else the one with their address, else a new one. Whoever is in no organization afterwards is refused.
 */
export async function admitOutside(
  ctx: Context,
  equip: Equip,
  { settings, person }: { readonly settings: OutsideConfig; readonly person: OutsidePerson },
): Promise<number> {
  return ctx.db.transaction().execute(async (db) => {
    const within = { ...ctx, db }
    const home = await findHome(within, settings)
    const { id: userId, email } =
      (await findOrLink(within, person)) ?? (await makeLinked(within, equip, { person, home }))
    if (home) {
      await addMember(within, { organizationId: home.id, userId, role: settings.role })
    }
    await acceptAll(within, { userId, email })
    if ((await listOrganizationsOf(within, userId)).length === 0) throw signUpIsClosed()
    return userId
  })
}

/** The organization of all who come through the provider; it must be there before they come. */
async function findHome(
  within: Context,
  { organization: slug }: OutsideConfig,
): Promise<OrganizationRow | undefined> {
  if (slug === undefined) return undefined
  const home = await findOrganizationBySlug(within, slug)
  if (!home) throw accessRefused('INS', `There is no organization ${slug}.`)
  return home
}

async function findOrLink(within: Context, person: OutsidePerson): Promise<AccountRow | undefined> {
  const known = await findIdentityOwner(within, person)
  if (known !== undefined) return findAccount(within, known)
  const account = await findAccountByAddress(within, person.email)
  if (!account) return undefined
  if (!account.is_address_proved) {
    // Whoever made it may have been somebody else: their way in ends here.
    await forgetPassword(within, account.id)
    await deleteSessionsOf(within, account.id)
  }
  await insertIdentity(within, { ...person, userId: account.id })
  return account
}

type New = {
  readonly person: OutsidePerson
  readonly home: OrganizationRow | undefined
}

/** With an organization of its own, unless it comes into another one. */
async function makeLinked(
  within: Context,
  equip: Equip,
  { person, home }: New,
): Promise<AccountRow> {
  const { email } = person
  const { signUp } = within.config.access
  const isInvited = signUp !== 'off' && (await isInvitedAnywhere(within, email))
  if (!home && !isInvited && signUp !== 'open') throw signUpIsClosed()
  const account =
    home || isInvited ? await makePlain(within, email) : await makeOwn(within, equip, email)
  await insertIdentity(within, { ...person, userId: account.id })
  return account
}

async function makePlain(within: Context, email: string): Promise<AccountRow> {
  const account = await insertAccount(within, { username: email, email, password_hash: null })
  if (!account) throw accessRefused('INS', 'There is another account of this name.')
  return account
}

async function makeOwn(within: Context, equip: Equip, email: string): Promise<AccountRow> {
  await assertAddressAllowed(within, email)
  const person = { email, passwordHash: null, isAddressProved: true, organizationName: '' }
  const { account } = await makeOwnOrganization(within, equip, person)
  return account
}
