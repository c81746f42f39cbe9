import * as api from '@recto/contract/organizations/groups'
import { readAs, useChange } from '../../../shared/api/requests.ts'
import {
  type GroupValues,
  groupFromWire,
  groupMemberFromWire,
  groupResourceFromWire,
} from './group.ts'

export const groupList = readAs(api.listGroups, { query: {} }, (groups) =>
  groups.map(groupFromWire),
)

export const membersOf = (id: number) =>
  readAs(api.listGroupMembers, { params: { id } }, (members) => members.map(groupMemberFromWire))

export const resourcesOfGroup = (id: number) =>
  readAs(api.listGroupResources, { params: { id } }, (resources) =>
    resources.map(groupResourceFromWire),
  )

export const useCreateGroup = () =>
  useChange(api.createGroup, {
    invalidates: [api.listGroups],
    toWire: (body: GroupValues) => ({ body }),
  })

export const useChangeGroup = () =>
  useChange(api.patchGroup, {
    invalidates: [api.listGroups],
    toWire: ({ id, ...body }: GroupValues & { readonly id: number }) => ({ params: { id }, body }),
  })

/** Deletes the group with the given id. */
export const useDeleteGroup = () =>
  useChange(api.deleteGroup, {
    invalidates: [api.listGroups],
    toWire: (id: number) => ({ params: { id } }),
  })

const memberEndpoints = [api.listGroups, api.listGroupMembers]

export const useAddToGroup = () =>
  useChange(api.addGroupMembers, {
    invalidates: memberEndpoints,
    toWire: ({ id, userIds }: { readonly id: number; readonly userIds: readonly number[] }) => ({
      params: { id },
      body: { user_ids: [...userIds] },
    }),
  })

export const useRemoveFromGroup = () =>
  useChange(api.removeGroupMember, {
    invalidates: memberEndpoints,
    toWire: ({ id, userId }: { readonly id: number; readonly userId: number }) => ({
      params: { id, user_id: userId },
    }),
  })
