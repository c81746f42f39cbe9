import type { Member } from '@recto/contract/organizations/organizations'
import type { Sharing as WireSharing } from '@recto/contract/organizations/sharing'
import { omitUndefined } from '@recto/omit-undefined'

export type SharingParty = { readonly id: number; readonly name: string }

/** Owners, users and groups of a shared resource. */
export type SharedWith = {
  /** The creator and additional owners. */
  readonly owners: readonly SharingParty[]
  readonly users: readonly number[]
  readonly groups: readonly number[]
  readonly isOpen: boolean
}

export const sharingFromWire = (wire: WireSharing): SharedWith => ({
  owners: wire.co_owners.map(({ id, email }) => ({ id, name: email })),
  users: wire.shared_users.map(({ id }) => id),
  groups: wire.shared_groups.map(({ id }) => id),
  isOpen: wire.shared_to_org,
})

export const personFromWire = ({ id, email }: Member): SharingParty => ({
  id: Number(id),
  name: email,
})

export type NewSharing = {
  readonly id: string
  readonly users: readonly number[]
  readonly groups: readonly number[]
  /** Undefined for resources that are always available to the organization. */
  readonly isOpen: boolean | undefined
  /** Undefined if the user may not change the owners. */
  readonly owners:
    | { readonly before: readonly number[]; readonly after: readonly number[] }
    | undefined
}

export const changeToWire = ({ id, users, groups, isOpen }: NewSharing) => ({
  params: { id },
  body: {
    shared_users: [...users],
    shared_groups: [...groups],
    ...omitUndefined({ shared_to_org: isOpen }),
  },
})

export const newOwners = ({ owners }: NewSharing): number[] =>
  owners?.after.filter((id) => !owners.before.includes(id)) ?? []

export const formerOwners = ({ owners }: NewSharing): number[] =>
  owners?.before.filter((id) => !owners.after.includes(id)) ?? []
