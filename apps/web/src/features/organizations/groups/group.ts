import type {
  listGroupMembers,
  listGroupResources,
  listGroups,
} from '@recto/contract/organizations/groups'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

/** A group of members that resources can be shared with. */
export type Group = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly memberCount: number
}

export type GroupValues = Pick<Group, 'name' | 'description'>

export const groupFromWire = (wire: EndpointReply<typeof listGroups>[number]): Group => ({
  id: wire.id,
  name: wire.name,
  description: wire.description,
  memberCount: wire.member_count,
})

export type GroupMember = { readonly id: number; readonly email: string; readonly joinedAt: string }

export const groupMemberFromWire = (
  wire: EndpointReply<typeof listGroupMembers>[number],
): GroupMember => ({ id: wire.user_id, email: wire.email, joinedAt: wire.joined_at })

type Resource = EndpointReply<typeof listGroupResources>[number]

/** A resource shared with a group. */
export type GroupResource = {
  readonly id: string
  readonly kind: Resource['resource_type']
  readonly name: string
}

export const groupResourceFromWire = (wire: Resource): GroupResource => ({
  id: wire.resource_id,
  kind: wire.resource_type,
  name: wire.name,
})
