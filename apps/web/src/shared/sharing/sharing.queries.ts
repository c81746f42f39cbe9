import type { Endpoint } from '@recto/contract/endpoint'
import { listGroups } from '@recto/contract/groups'
import { listMembers } from '@recto/contract/organizations'
import type { SharingEndpoints } from '@recto/contract/sharing'
import { readAs, useChange } from '../api/ask.ts'
import { changeToWire, personFromWire, sharingFromWire } from './sharing.ts'

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

export const useShare = (endpoints: SharingEndpoints, lists: readonly Endpoint[]) =>
  useChange(endpoints.share, {
    makesStale: [endpoints.read, ...lists],
    toWire: changeToWire,
  })
