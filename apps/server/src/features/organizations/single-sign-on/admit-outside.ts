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

type Admitted = { readonly userId: number; readonly organizationId?: number }

/**
 * The account of a person whom an identity provider vouches for: the one that they came in with before,
 * else the one with their address, else a new one. Whoever is in no organization afterwards is refused.
 */
export async function admitOutside(
  ctx: Context,
  equip: Equip,
  { settings, person }: { readonly settings: OutsideConfig; readonly person: OutsidePerson },
): Promise<Admitted> {
  return ctx.db.transaction().execute(async (db) => {
    const within = { ...ctx, db }
    const home = await findHome(within, settings)
    const account = await findOrLink(within, person)
    if (!account) return admitNew(within, equip, { settings, person, home })
    if (home) await join(within, { home, settings, userId: account.id })
    else if ((await listOrganizationsOf(within, account.id)).length === 0) throw signUpIsClosed()
    return { userId: account.id }
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
  readonly settings: OutsideConfig
  readonly person: OutsidePerson
  readonly home: OrganizationRow | undefined
}

async function admitNew(
  within: Context,
  equip: Equip,
  { settings, person, home }: New,
): Promise<Admitted> {
  const { email } = person
  if (!home && within.config.access.signUp !== 'open') throw signUpIsClosed()
  if (!home) {
    await assertAddressAllowed(within, email)
    const named = { email, passwordHash: null, isAddressProved: true, organizationName: '' }
    const { account, organization } = await makeOwnOrganization(within, equip, named)
    await insertIdentity(within, { ...person, userId: account.id })
    return { userId: account.id, organizationId: organization.id }
  }
  const account = await insertAccount(within, { username: email, email, password_hash: null })
  if (!account) throw accessRefused('INS', 'There is another account of this name.')
  await insertIdentity(within, { ...person, userId: account.id })
  await join(within, { home, settings, userId: account.id })
  return { userId: account.id, organizationId: home.id }
}

type Joining = {
  readonly home: OrganizationRow
  readonly settings: OutsideConfig
  readonly userId: number
}

/** Who is a member already stays as they are. */
const join = (within: Context, { home, settings, userId }: Joining): Promise<void> =>
  addMember(within, { organizationId: home.id, userId, role: settings.role })
