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
  /** Names of the users and groups, also of those that no picker has loaded. */
  readonly parties: {
    readonly users: readonly SharingParty[]
    readonly groups: readonly SharingParty[]
  }
  readonly isOpen: boolean
  /** Absent except for workflows. */
  readonly deployRight?: DeployRight
}

/** Who may deploy a workflow besides its owners, admins and everyone who may use all its parts. */
export type DeployRight = {
  readonly users: readonly SharingParty[]
  readonly groups: readonly number[]
  /** Parts of the workflow that are not shared with everyone, such as `tool “Invoices”`. */
  readonly privateParts: readonly string[]
  /** The reason why the user may not deploy it. */
  readonly refusal: string | undefined
}

export const sharingFromWire = (wire: WireSharing): SharedWith => ({
  owners: wire.co_owners.map(({ id, email }) => ({ id, name: email })),
  users: wire.shared_users.map(({ id }) => id),
  groups: wire.shared_groups.map(({ id }) => id),
  parties: {
    users: wire.shared_users.map(({ id, email }) => ({ id, name: email })),
    groups: wire.shared_groups.map(({ id, name }) => ({ id, name })),
  },
  isOpen: wire.shared_to_org,
  ...omitUndefined({ deployRight: wire.deploying && deployRightFromWire(wire.deploying) }),
})

const deployRightFromWire = (wire: NonNullable<WireSharing['deploying']>): DeployRight => ({
  users: wire.users.map(({ id, email }) => ({ id, name: email })),
  groups: wire.groups.map(({ id }) => id),
  privateParts: wire.private_parts.map(({ type, name }) => `${type} “${name}”`),
  refusal: wire.refusal ?? undefined,
})

export const personFromWire = ({ id, email }: Member): SharingParty => ({
  id: Number(id),
  name: email,
})

export type NewSharing = {
  readonly id: string
  readonly users: readonly number[]
  readonly groups: readonly number[]
  /** Undefined if the user may not change it. */
  readonly isOpen: boolean | undefined
  /** Undefined if the user may not change the owners. */
  readonly owners:
    | { readonly before: readonly number[]; readonly after: readonly number[] }
    | undefined
  /** Undefined if the resource is no workflow, or the user may not change who may deploy it. */
  readonly deployers: ChosenDeployers | undefined
}

export type ChosenDeployers = {
  readonly users: readonly number[]
  readonly groups: readonly number[]
}

export const changeToWire = ({ id, users, groups, isOpen, deployers }: NewSharing) => ({
  params: { id },
  body: {
    shared_users: [...users],
    shared_groups: [...groups],
    ...omitUndefined({
      shared_to_org: isOpen,
      deploying: deployers && { users: [...deployers.users], groups: [...deployers.groups] },
    }),
  },
})

export const newOwners = ({ owners }: NewSharing): number[] =>
  owners?.after.filter((id) => !owners.before.includes(id)) ?? []

export const formerOwners = ({ owners }: NewSharing): number[] =>
  owners?.before.filter((id) => !owners.after.includes(id)) ?? []
