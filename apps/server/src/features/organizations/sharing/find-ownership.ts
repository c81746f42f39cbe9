import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { accessOf, type SharedTable } from '../../../platform/db/sharing.ts'
import { userNames } from '../members/members.store.ts'

type Owned = { readonly id: string; readonly created_by: number | null }

const ownerIds = ({ created_by }: Owned, coOwners: readonly number[]) => [
  ...(created_by === null ? [] : [created_by]),
  ...coOwners.filter((owner) => owner !== created_by),
]

/** What rows of a list say of whose they are. */
export async function findOwnership(
  tenant: Tenant,
  { userId }: Pick<Actor, 'userId'>,
  table: SharedTable,
  rows: readonly Owned[],
) {
  const access = await accessOf(
    tenant,
    table,
    rows.map(({ id }) => id),
  )
  return (row: Owned) => {
    const owners = ownerIds(row, access(row.id).coOwners)
    return { is_owner: owners.includes(userId), co_owners_count: owners.length }
  }
}

/** The owners of a thing, first the one who made it. */
export async function ownersOf(tenant: Tenant, table: SharedTable, row: Owned) {
  const access = await accessOf(tenant, table, [row.id])
  const owners = ownerIds(row, access(row.id).coOwners)
  const people = await userNames(tenant, owners)
  return owners.flatMap((owner) => {
    const person = people.get(owner)
    return person ? [{ id: person.id, email: person.email }] : []
  })
}
