import { onboardUser } from '@recto/contract/onboarding'
import { listOrganizations } from '@recto/contract/session'
import { useChange } from '../../../shared/api/ask.ts'
import { fieldIn, toWireNames } from '../../../shared/api/wire-names.ts'

export type NewOrganizationOfOthers = {
  readonly organizationName: string
  readonly inviteeEmail: string
}

const names = { organizationName: 'org_name', inviteeEmail: 'invitee_email' } as const

/** Resolves to a link to be handed over, where no mail is sent. */
export const useOnboard = () =>
  useChange(onboardUser, {
    makesStale: [listOrganizations],
    toWire: (values: NewOrganizationOfOthers) => ({ body: toWireNames(values, names) }),
    fromWire: ({ link }) => link,
    fieldOf: fieldIn(names),
  })
