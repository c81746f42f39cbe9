import { listGroups } from '@recto/contract/organizations/groups'
import { listMembers } from '@recto/contract/organizations/organizations'
import type { SharingEndpoints } from '@recto/contract/organizations/sharing'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf, readAs, send } from '../api/requests.ts'
import {
  changeToWire,
  formerOwners,
  type NewSharing,
  newOwners,
  personFromWire,
  sharingFromWire,
} from './sharing.ts'

export const sharingOf = ({ read }: SharingEndpoints, id: string) =>
  readAs(read, { params: { id } }, sharingFromWire)

/**
 * People whose address contains the text; searched on the server, because a picker cannot list
 * thousands.
 */
export const searchPeople = (search: string) =>
  readAs(
    listMembers,
    {
      query: {
        page: 1,
        page_size: 100,
        ordering: 'email',
        ...omitUndefined({ search: search || undefined }),
      },
    },
    ({ members, count }) => ({ people: members.map(personFromWire), count: count ?? 0 }),
  )

export const allGroups = readAs(listGroups, { query: {} }, (groups) =>
  groups.map(({ id, name }) => ({ id, name })),
)

/** Groups that the user is in. */
export const ownGroups = readAs(listGroups, { query: { member: 'me' } }, (groups) =>
  groups.map(({ id, name }) => ({ id, name })),
)

/**
 * Adds owners first and removes them last, so that a user who hands a resource over may still
 * change its sharing. After a failure, completed steps stay, and the next attempt does the rest.
 */
async function share(endpoints: SharingEndpoints, change: NewSharing): Promise<void> {
  const { id } = change
  for (const user_id of newOwners(change)) {
    await send(endpoints.addOwner, { params: { id }, body: { user_id } })
  }
  await send(endpoints.share, changeToWire(change))
  for (const user_id of formerOwners(change)) {
    await send(endpoints.removeOwner, { params: { id, user_id } })
  }
}

export function useShare(endpoints: SharingEndpoints, lists: readonly Endpoint[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: NewSharing) => share(endpoints, change),
    onSettled: () =>
      Promise.all(
        [endpoints.read, ...lists].map((stale) =>
          client.invalidateQueries({ queryKey: keyOf(stale) }),
        ),
      ),
  })
}
