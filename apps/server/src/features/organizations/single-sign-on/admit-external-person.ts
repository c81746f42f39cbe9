import type { SingleSignOnConfig } from '../../../platform/config/access-settings.ts'
import type { Context, RequestPlace } from '../../../platform/context.ts'
import {
  type AccountRow,
  deletePassword,
  findAccount,
  findAccountByAddress,
  insertAccount,
} from '../accounts/accounts.store.ts'
import { accessRefused } from '../accounts/refuse-access.ts'
import { deleteAllFactors } from '../factors/second-factor.store.ts'
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
import { createOwnOrganization } from '../sign-up/create-own-organization.ts'
import { assertAddressAllowed, signUpIsClosed } from '../sign-up/sign-up.ts'
import { findIdentityOwner, insertIdentity } from './external-identities.store.ts'
import type { ExternalPerson } from './finish-external-sign-in.ts'

type AdmitExternalPersonOptions = {
  readonly settings: SingleSignOnConfig
  readonly person: ExternalPerson
  readonly place: RequestPlace
}

/**
 * Returns the id of the account of a person whom an identity provider vouches for: the one linked
 * before, else the one with their address, else a new one. A person who then belongs to no
 * organization is refused.
 */
export async function admitExternalPerson(
  ctx: Context,
  equip: Equip,
  { settings, person, place }: AdmitExternalPersonOptions,
): Promise<number> {
  return ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    const home = await findHome(transaction, settings)
    const { id: userId, email } =
      (await findOrLink(transaction, person)) ??
      (await createLinkedAccount(transaction, equip, { person, home, place }))
    if (home) {
      await addMember(transaction, { organizationId: home.id, userId, role: settings.role })
    }
    await acceptAll(transaction, { userId, email, place })
    if ((await listOrganizationsOf(transaction, userId)).length === 0) throw signUpIsClosed()
    return userId
  })
}

/**
 * Finds the configured organization that everybody from the provider joins; throws when it does not
 * exist.
 */
async function findHome(
  transaction: Context,
  { organization: slug }: SingleSignOnConfig,
): Promise<OrganizationRow | undefined> {
  if (slug === undefined) return undefined
  const home = await findOrganizationBySlug(transaction, slug)
  if (!home) throw accessRefused('INS', `The organization ${slug} does not exist.`)
  return home
}

async function findOrLink(
  transaction: Context,
  person: ExternalPerson,
): Promise<AccountRow | undefined> {
  const identityOwner = await findIdentityOwner(transaction, person)
  if (identityOwner !== undefined) return findAccount(transaction, identityOwner)
  const account = await findAccountByAddress(transaction, person.email)
  if (!account) return undefined
  if (!account.is_address_proved) {
    // Somebody else may have created the account with this unproved address: their password, second
    // factors and sessions end here.
    await deletePassword(transaction, account.id)
    await deleteAllFactors(transaction, account.id)
    await deleteSessionsOf(transaction, account.id)
  }
  await insertIdentity(transaction, { ...person, userId: account.id })
  return account
}

type NewExternalPerson = {
  readonly person: ExternalPerson
  readonly home: OrganizationRow | undefined
  readonly place: RequestPlace
}

/**
 * Creates and links an account, with its own organization unless the person joins an existing one.
 */
async function createLinkedAccount(
  transaction: Context,
  equip: Equip,
  { person, home, place }: NewExternalPerson,
): Promise<AccountRow> {
  const { email } = person
  const { signUp } = transaction.config.access
  const isInvited = signUp !== 'off' && (await isInvitedAnywhere(transaction, email))
  if (!home && !isInvited && signUp !== 'open') throw signUpIsClosed()
  const account =
    home || isInvited
      ? await createPlainAccount(transaction, email)
      : await createAccountWithOrganization(transaction, equip, { email, place })
  await insertIdentity(transaction, { ...person, userId: account.id })
  return account
}

async function createPlainAccount(transaction: Context, email: string): Promise<AccountRow> {
  const account = await insertAccount(transaction, { username: email, email, password_hash: null })
  if (!account) throw accessRefused('INS', 'Another account with this name already exists.')
  return account
}

async function createAccountWithOrganization(
  transaction: Context,
  equip: Equip,
  { email, place }: { readonly email: string; readonly place: RequestPlace },
): Promise<AccountRow> {
  await assertAddressAllowed(transaction, email)
  const person = { email, passwordHash: null, isAddressProved: true, organizationName: '', place }
  const { account } = await createOwnOrganization(transaction, equip, person)
  return account
}
