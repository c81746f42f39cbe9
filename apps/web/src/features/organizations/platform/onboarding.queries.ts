import { onboardUser } from '@recto/contract/organizations/onboarding'
import { listOrganizations } from '@recto/contract/organizations/session'
import { useChange } from '../../../shared/api/requests.ts'
import { fieldIn, toWireNames } from '../../../shared/api/wire-names.ts'

export type NewOrganizationOfOthers = {
  readonly organizationName: string
  readonly inviteeEmail: string
}

const names = { organizationName: 'org_name', inviteeEmail: 'invitee_email' } as const

/** Resolves to an invitation link if no email is sent. */
export const useOnboard = () =>
  useChange(onboardUser, {
    invalidates: [listOrganizations],
    toWire: (values: NewOrganizationOfOthers) => ({ body: toWireNames(values, names) }),
    fromWire: ({ link }) => link,
    fieldOf: fieldIn(names),
  })
