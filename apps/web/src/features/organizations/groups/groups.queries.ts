import * as api from '@recto/contract/organizations/groups'
import { readAs, useChange } from '../../../shared/api/ask.ts'
import { type GroupValues, groupFromWire, groupMemberFromWire, thingFromWire } from './group.ts'

export const groupList = readAs(api.listGroups, { query: {} }, (groups) =>
  groups.map(groupFromWire),
)

export const membersOf = (id: number) =>
  readAs(api.listGroupMembers, { params: { id } }, (members) => members.map(groupMemberFromWire))

export const thingsOf = (id: number) =>
  readAs(api.listGroupResources, { params: { id } }, (things) => things.map(thingFromWire))

export const useCreateGroup = () =>
  useChange(api.createGroup, {
    makesStale: [api.listGroups],
    toWire: (body: GroupValues) => ({ body }),
  })

export const useChangeGroup = () =>
  useChange(api.patchGroup, {
    makesStale: [api.listGroups],
    toWire: ({ id, ...body }: GroupValues & { readonly id: number }) => ({ params: { id }, body }),
  })

/** Deletes the group with the given id. */
export const useDeleteGroup = () =>
  useChange(api.deleteGroup, {
    makesStale: [api.listGroups],
    toWire: (id: number) => ({ params: { id } }),
  })

const ofMembers = [api.listGroups, api.listGroupMembers]

export const useAddToGroup = () =>
  useChange(api.addGroupMembers, {
    makesStale: ofMembers,
    toWire: ({ id, userIds }: { readonly id: number; readonly userIds: readonly number[] }) => ({
      params: { id },
      body: { user_ids: [...userIds] },
    }),
  })

export const useTakeFromGroup = () =>
  useChange(api.removeGroupMember, {
    makesStale: ofMembers,
    toWire: ({ id, userId }: { readonly id: number; readonly userId: number }) => ({
      params: { id, user_id: userId },
    }),
  })
