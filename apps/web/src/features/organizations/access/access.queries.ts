import * as api from '@recto/contract/organizations/access'
import * as invitations from '@recto/contract/organizations/invitations'
import { listOrganizations } from '@recto/contract/organizations/session'
import { readAs, useChange } from '../../../shared/api/ask.ts'
import { fieldIn, toWireNames } from '../../../shared/api/wire-names.ts'
import { accessFromWire, accountNames, type NewAccount } from './access.ts'

const makesStale = [] as const

export const access = readAs(api.getAccess, {}, accessFromWire)

export const useMakeAccount = () =>
  useChange(api.makeAccount, {
    makesStale,
    toWire: ({ organizationName, ...account }: NewAccount) => ({
      body: toWireNames(
        organizationName ? { ...account, organizationName } : account,
        accountNames,
      ),
    }),
    fieldOf: fieldIn(accountNames),
  })

const organizationNames = { displayName: 'display_name', id: 'organization_id' } as const

export const useCreateOrganization = () =>
  useChange(api.createOrganization, {
    makesStale: [listOrganizations],
    toWire: ({ id, displayName }: { readonly id: string; readonly displayName: string }) => ({
      body: { name: id, display_name: displayName, organization_id: id },
    }),
    fieldOf: fieldIn(organizationNames),
  })

/** Confirms the account by the token in a link. */
export const useConfirmAccount = () =>
  useChange(api.confirmAccount, { makesStale, toWire: (token: string) => ({ body: { token } }) })

/** Requests a password reset for the account with the given address. */
export const useForgetPassword = () =>
  useChange(api.forgetPassword, { makesStale, toWire: (email: string) => ({ body: { email } }) })

const renewalNames = { token: 'token', password: 'new_password' } as const

export const useRenewPassword = () =>
  useChange(api.renewPassword, {
    makesStale,
    toWire: (request: { readonly token: string; readonly password: string }) => ({
      body: toWireNames(request, renewalNames),
    }),
    fieldOf: fieldIn(renewalNames),
  })

type Invitation = {
  readonly email: string
  readonly role: string
  readonly organization: string
  readonly hasAccount: boolean
}

export const useLookAtInvitation = () =>
  useChange(invitations.lookAtInvitation, {
    makesStale,
    toWire: (token: string) => ({ body: { token } }),
    fromWire: ({ email, role, organization, has_account }): Invitation => ({
      email,
      role,
      organization: organization.display_name,
      hasAccount: has_account,
    }),
  })

export const useAcceptInvitation = () =>
  useChange(invitations.acceptInvitation, {
    makesStale,
    toWire: (body: { readonly token: string; readonly password?: string }) => ({ body }),
  })
