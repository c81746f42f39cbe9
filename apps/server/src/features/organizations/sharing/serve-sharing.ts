import type { EffectiveMember, Sharing } from '@recto/contract/sharing'
import type { FastifyInstance } from 'fastify'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { sharesOf } from '../../../platform/db/sharing.ts'
import { serve } from '../../../platform/http/serve.ts'
import { type GroupRow, listGroupMembers, listGroups } from '../groups/groups.store.ts'
import { listMembers, type Person, userNames } from '../members/members.store.ts'
import { addOwner, changeSharing, removeOwner } from './change-sharing.ts'
import type { Shareable, SharedThing } from './shareable.ts'

/** The calls by which a room's things are shared: the same for all rooms. */
export function serveSharing(app: FastifyInstance, ctx: Context, kind: Shareable): void {
  const { endpoints } = kind

  serve(app, ctx, endpoints.read, async (ctx, { actor, params }) =>
    presentSharing(ctx, actor, kind, await kind.find(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, endpoints.share, async (ctx, { actor, params, body }) => {
    await changeSharing(ctx, kind, { actor, id: params.id, change: body })
    return undefined
  })

  serve(app, ctx, endpoints.members, async (ctx, { actor, params }) =>
    listEffective(tenantOf(ctx, actor), kind, await kind.find(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, endpoints.addOwner, async (ctx, { actor, params: { id }, body }) => {
    const owners = await addOwner(ctx, kind, { actor, id, userId: body.user_id })
    const people = await userNames(tenantOf(ctx, actor), owners)
    return { id, co_owners: owners.flatMap((owner) => presentPerson(people.get(owner))) }
  })

  serve(app, ctx, endpoints.removeOwner, async (ctx, { actor, params: { id, user_id } }) => {
    await removeOwner(ctx, kind, { actor, id, userId: user_id })
    return undefined
  })
}

const presentPerson = (person: Person | undefined) =>
  person ? [{ id: person.id, email: person.email }] : []

async function presentSharing(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { table }: Shareable,
  { id, name, facts }: SharedThing,
): Promise<Sharing> {
  const tenant = tenantOf(ctx, actor)
  const { users, groups, owners } = await sharesOf(tenant, { table, id })
  const [people, rows] = await Promise.all([
    userNames(tenant, [facts.created_by, ...users, ...owners]),
    listGroups(tenant, { ids: groups }),
  ])
  const shown = (ids: readonly number[]) => ids.flatMap((one) => presentPerson(people.get(one)))
  return {
    id,
    name,
    created_by: shown([facts.created_by ?? 0])[0] ?? null,
    co_owners: shown(owners),
    shared_users: shown(users),
    shared_groups: rows.map((group) => ({ id: group.id, name: group.name })),
    shared_to_org: facts.shared_to_org ?? false,
  }
}

/** Each person once, by the nearest way. */
async function listEffective(
  tenant: Tenant,
  { table }: Shareable,
  { id, facts }: SharedThing,
): Promise<EffectiveMember[]> {
  const { users, groups, owners } = await sharesOf(tenant, { table, id })
  const [rows, members] = await Promise.all([
    listGroups(tenant, { ids: groups }),
    listGroupMembers(tenant, groups),
  ])
  const groupOf = new Map(members.map((one) => [one.user_id, groupNamed(rows, one.group_id)]))
  const direct = [facts.created_by ?? 0, ...owners, ...users]
  const named = [...new Set([...direct, ...groupOf.keys()])]
  const people = facts.shared_to_org
    ? (await listMembers(tenant)).map(({ userId, username, email }) => ({
        id: userId,
        username,
        email,
      }))
    : [...(await userNames(tenant, named)).values()]
  return people.map(({ id: user_id, email, username: display_name }) => {
    const person = { user_id, email, display_name, group_id: null, group_name: null }
    if (direct.includes(user_id)) return { ...person, access_via: 'direct' as const }
    const group = groupOf.get(user_id)
    if (!group) return { ...person, access_via: 'org' as const }
    return { ...person, access_via: 'group' as const, group_id: group.id, group_name: group.name }
  })
}

const groupNamed = (rows: readonly GroupRow[], id: number) => rows.find((row) => row.id === id)
