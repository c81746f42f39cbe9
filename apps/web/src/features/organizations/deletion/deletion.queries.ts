import * as api from '@recto/contract/organizations/deletion'
import { readAs, useChange } from '../../../shared/api/requests.ts'
import { confirmationToWire } from '../second-factor/second-factor.ts'

/** A deletion that was requested or can be. */
type Deletion = {
  /** Time from which it cannot be undone; absent if none was requested. */
  readonly deletesAt: string | undefined
  /** Days for which it can be undone. */
  readonly days: number
}

type WireDeletion = { readonly deletes_at: string | null; readonly days: number }

const deletionFromWire = ({ deletes_at, days }: WireDeletion): Deletion => ({
  deletesAt: deletes_at ?? undefined,
  days,
})

export const organizationDeletion = readAs(api.getOrganizationDeletion, {}, deletionFromWire)

export const accountDeletion = readAs(api.getAccountDeletion, {}, (wire) => ({
  ...deletionFromWire(wire),
  onlyAdminOf: wire.only_admin_of,
}))

const invalidates = [api.getOrganizationDeletion, api.getAccountDeletion]

type OrganizationRequest = { readonly name: string; readonly password: string }

export const useDeleteOrganization = () =>
  useChange(api.requestOrganizationDeletion, {
    invalidates,
    toWire: ({ name, password }: OrganizationRequest) => ({
      body: { name, ...confirmationToWire(password).body },
    }),
  })

export const useKeepOrganization = () => useChange(api.undoOrganizationDeletion, { invalidates })

export const useDeleteAccount = () =>
  useChange(api.requestAccountDeletion, { invalidates, toWire: confirmationToWire })

export const useKeepAccount = () => useChange(api.undoAccountDeletion, { invalidates })
