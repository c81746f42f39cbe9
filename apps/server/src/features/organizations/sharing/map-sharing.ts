import type { EffectiveMember, Sharing } from '@recto/contract/organizations/sharing'
import { omitUndefined } from '@recto/omit-undefined'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadDeployers, loadShares } from '../../../platform/db/sharing.ts'
import { type GroupRow, listGroupMembers, listGroups } from '../groups/groups.store.ts'
import { listMembers, type Person, userNames } from '../members/members.store.ts'
import { ownersOf } from './find-ownership.ts'
import type { Shareable, SharedThing } from './shareable.ts'

type MapSharingDependencies = Pick<Context, 'db'>

const presentPerson = (person: Person | undefined) =>
  person ? [{ id: person.id, email: person.email }] : []

export async function presentSharing(
  ctx: MapSharingDependencies,
  actor: Actor,
  kind: Shareable,
  { id, name, facts }: SharedThing,
): Promise<Sharing> {
  const tenant = tenantOf(ctx, actor)
  const { table, noun } = kind
  const { users, groups } = await loadShares(tenant, { table, id })
  const [people, rows, owners] = await Promise.all([
    userNames(tenant, [facts.created_by, ...users]),
    listGroups(tenant, { ids: groups }),
    ownersOf(tenant, table, { id, created_by: facts.created_by }),
  ])
  const presentPeople = (ids: readonly number[]) =>
    ids.flatMap((one) => presentPerson(people.get(one)))
  return {
    id,
    name,
    ...omitUndefined({ workflow_name: noun === 'workflow' ? name : undefined }),
    created_by: presentPeople([facts.created_by ?? 0])[0] ?? null,
    co_owners: owners,
    shared_users: presentPeople(users),
    shared_groups: rows.map((group) => ({ id: group.id, name: group.name })),
    shared_to_org: facts.shared_to_org ?? false,
    ...omitUndefined({ deploying: await presentDeployRight(ctx, actor, kind, id) }),
  }
}

async function presentDeployRight(
  ctx: MapSharingDependencies,
  actor: Actor,
  { loadDeployRight }: Shareable,
  id: string,
): Promise<Sharing['deploying']> {
  if (!loadDeployRight) return undefined
  const tenant = tenantOf(ctx, actor)
  const { users, groups } = await loadDeployers(tenant, id)
  const [people, rows, { privateParts, refusal }] = await Promise.all([
    userNames(tenant, users),
    listGroups(tenant, { ids: groups }),
    loadDeployRight(ctx, { actor, id }),
  ])
  return {
    users: users.flatMap((user) => presentPerson(people.get(user))),
    groups: rows.map((group) => ({ id: group.id, name: group.name })),
    private_parts: privateParts.map(({ type, name }) => ({ type, name })),
    refusal: refusal ?? null,
  }
}

/** Lists every person with access once, with the most direct way by which they have it. */
export async function presentEffective(
  ctx: MapSharingDependencies,
  actor: Actor,
  { table }: Shareable,
  { id, facts }: SharedThing,
): Promise<EffectiveMember[]> {
  const tenant = tenantOf(ctx, actor)
  const { users, groups, owners } = await loadShares(tenant, { table, id })
  const [rows, members] = await Promise.all([
    listGroups(tenant, { ids: groups }),
    listGroupMembers(tenant, groups),
  ])
  const groupOf = new Map(members.map((one) => [one.user_id, groupNamed(rows, one.group_id)]))
  const direct = [facts.created_by ?? 0, ...owners, ...users]
  const userIds = [...new Set([...direct, ...groupOf.keys()])]
  const people = facts.shared_to_org
    ? (await listMembers(tenant)).map(({ userId, username, email }) => ({
        id: userId,
        username,
        email,
      }))
    : [...(await userNames(tenant, userIds)).values()]
  return people.map(({ id: user_id, email, username: display_name }) => {
    const person = { user_id, email, display_name, group_id: null, group_name: null }
    if (direct.includes(user_id)) return { ...person, access_via: 'direct' as const }
    const group = groupOf.get(user_id)
    if (!group) return { ...person, access_via: 'org' as const }
    return { ...person, access_via: 'group' as const, group_id: group.id, group_name: group.name }
  })
}

const groupNamed = (rows: readonly GroupRow[], id: number) => rows.find((row) => row.id === id)
