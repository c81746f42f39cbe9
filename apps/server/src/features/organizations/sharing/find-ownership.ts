import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { loadAccess, type SharedTable } from '../../../platform/db/sharing.ts'
import { userNames } from '../members/members.store.ts'

type FindOwnershipOptions = { readonly id: string; readonly created_by: number | null }

const ownerIds = ({ created_by }: FindOwnershipOptions, coOwners: readonly number[]) => [
  ...(created_by === null ? [] : [created_by]),
  ...coOwners.filter((owner) => owner !== created_by),
]

/** Returns a function that gives the ownership fields of a list row. */
export async function findOwnership(
  tenant: Tenant,
  { userId }: Pick<Actor, 'userId'>,
  table: SharedTable,
  rows: readonly FindOwnershipOptions[],
) {
  const access = await loadAccess(
    tenant,
    table,
    rows.map(({ id }) => id),
  )
  return (row: FindOwnershipOptions) => {
    const owners = ownerIds(row, access(row.id).coOwners)
    return { is_owner: owners.includes(userId), co_owners_count: owners.length }
  }
}

/** Returns the owners of an object, the creator first. */
export async function ownersOf(tenant: Tenant, table: SharedTable, row: FindOwnershipOptions) {
  const access = await loadAccess(tenant, table, [row.id])
  const owners = ownerIds(row, access(row.id).coOwners)
  const people = await userNames(tenant, owners)
  return owners
    .map((owner) => {
      const person = people.get(owner)
      return person ? { id: person.id, email: person.email } : undefined
    })
    .filter((value) => value !== undefined)
}
