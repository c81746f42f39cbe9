import type { Endpoint } from '@recto/contract/endpoint'
import { listGroups } from '@recto/contract/groups'
import { listMembers } from '@recto/contract/organizations'
import type { SharingEndpoints } from '@recto/contract/sharing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf, readAs, send } from '../api/ask.ts'
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

/** Those whose address contains the text: a picker cannot show ten thousand. */
export const peopleFound = (search: string) =>
  readAs(
    listMembers,
    { query: { page: 1, page_size: 100, ordering: 'email', ...(search && { search }) } },
    ({ members, count }) => ({ people: members.map(personFromWire), count: count ?? 0 }),
  )

export const allGroups = readAs(listGroups, { query: {} }, (groups) =>
  groups.map(({ id, name }) => ({ id, name })),
)

/**
 * Owners come before and go after: whoever hands a thing over may still say with whom it is shared. What was
 * done before a refusal stays, and the next attempt does the rest.
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
