import { invalid } from '../../../platform/app-error.ts'
import type { Context, RequestPlace } from '../../../platform/context.ts'
import { type AccountRow, insertAccount } from '../accounts/accounts.store.ts'
import { type Equip, foundOrganization } from '../founding/found-organization.ts'
import type { OrganizationRow } from '../organization/organizations.store.ts'

type NewPerson = {
  readonly email: string
  /** Null for an account that signs in through an identity provider. */
  readonly passwordHash: string | null
  readonly isAddressProved: boolean
  readonly organizationName: string
  readonly place: RequestPlace
}

export type OwnOrganization = {
  readonly account: AccountRow
  readonly organization: OrganizationRow
}

/**
 * Creates an account with its own organization. Call it in a transaction, so that all of it is
 * created or nothing.
 */
export async function createOwnOrganization(
  transaction: Context,
  equip: Equip,
  { email, passwordHash, isAddressProved, organizationName, place }: NewPerson,
): Promise<OwnOrganization> {
  const account = await insertAccount(transaction, {
    username: email,
    email,
    password_hash: passwordHash,
    is_address_proved: isAddressProved,
  })
  if (!account) throw alreadyHasAccount()
  const displayName = organizationName || nameOf(email)
  const organization = await foundOrganization(transaction, equip, {
    founder: account,
    place,
    displayName,
  })
  return { account, organization }
}

export const alreadyHasAccount = () =>
  invalid('email', 'An account with this address already exists. Sign in to it.', 'unique')

const nameOf = (email: string) => email.slice(0, email.lastIndexOf('@'))
