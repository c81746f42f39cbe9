import * as api from '@recto/contract/organizations/access'
import * as invitations from '@recto/contract/organizations/invitations'
import { listOrganizations } from '@recto/contract/organizations/session'
import { readAs, useChange } from '../../../shared/api/requests.ts'
import { fieldIn, toWireNames } from '../../../shared/api/wire-names.ts'
import { accessFromWire, accountNames, type NewAccount } from './access.ts'

const invalidates = [] as const

export const access = readAs(api.getAccess, {}, accessFromWire)

export const useCreateAccount = () =>
  useChange(api.makeAccount, {
    invalidates,
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
    invalidates: [listOrganizations],
    toWire: ({ id, displayName }: { readonly id: string; readonly displayName: string }) => ({
      body: { name: id, display_name: displayName, organization_id: id },
    }),
    fieldOf: fieldIn(organizationNames),
  })

/** Confirms the account by the token in a link. */
export const useConfirmAccount = () =>
  useChange(api.confirmAccount, { invalidates, toWire: (token: string) => ({ body: { token } }) })

/** Requests a password reset for the account with the given address. */
export const useRequestPasswordReset = () =>
  useChange(api.forgetPassword, { invalidates, toWire: (email: string) => ({ body: { email } }) })

const resetNames = { token: 'token', password: 'new_password' } as const

export const useResetPassword = () =>
  useChange(api.renewPassword, {
    invalidates,
    toWire: (request: { readonly token: string; readonly password: string }) => ({
      body: toWireNames(request, resetNames),
    }),
    fieldOf: fieldIn(resetNames),
  })

type Invitation = {
  readonly email: string
  readonly role: string
  readonly organization: string
  readonly hasAccount: boolean
}

export const useReadInvitation = () =>
  useChange(invitations.lookAtInvitation, {
    invalidates,
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
    invalidates,
    toWire: (body: { readonly token: string; readonly password?: string }) => ({ body }),
  })
