import { groupLimits } from '@recto/contract/groups'
import { badRequest, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { recordChange } from '../audit/record-change.ts'
import { assertMembers } from '../members/assert-members.ts'
import { userEmails } from '../members/members.store.ts'
import { lockOrganization } from '../organization/organizations.store.ts'
import {
  changeGroupRow,
  deleteGroupMember,
  deleteGroupRow,
  type GroupRow,
  insertGroup,
  insertGroupMembers,
  listGroups,
} from './groups.store.ts'

type Needs = Pick<Context, 'db'>
type Input = { readonly actor: Actor; readonly id: number }

export async function getGroup(ctx: Needs, { actor, id }: Input): Promise<GroupRow> {
  return find(tenantOf(ctx, actor), id)
}

export async function createGroup(
  ctx: Needs,
  {
    actor,
    name,
    description = '',
  }: { actor: Actor; name: string; description?: string | undefined },
): Promise<GroupRow> {
  return changing(ctx, actor, async (tenant) => {
    if ((await listGroups(tenant)).length >= groupLimits.groups) {
      throw badRequest(`An organization has no more than ${groupLimits.groups} groups.`)
    }
    const id = await insertGroup(tenant, { name, description, createdBy: actor.userId })
    if (id === undefined) throw nameTaken(name)
    const made = await find(tenant, id)
    await record(tenant, actor, { done: 'created', group: made, after: { name, description } })
    return made
  })
}

export async function changeGroup(
  ctx: Needs,
  {
    actor,
    id,
    name,
    description,
  }: Input & { readonly name?: string | undefined; readonly description?: string | undefined },
): Promise<GroupRow> {
  return changing(ctx, actor, async (tenant) => {
    const before = await find(tenant, id)
    const all = await listGroups(tenant)
    if (all.some((one) => one.id !== id && one.name === name)) throw nameTaken(name ?? '')
    await changeGroupRow(tenant, id, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    })
    const group = await find(tenant, id)
    const values = { before: shownOf(before), after: shownOf(group) }
    await record(tenant, actor, { done: 'changed', group, ...values })
    return group
  })
}

export async function deleteGroup(ctx: Needs, { actor, id }: Input): Promise<void> {
  await changing(ctx, actor, async (tenant) => {
    const group = await find(tenant, id)
    await deleteGroupRow(tenant, id)
    await record(tenant, actor, { done: 'deleted', group, before: shownOf(group) })
  })
}

/** Returns those who were not in it. */
export async function addToGroup(
  ctx: Needs,
  { actor, id, userIds }: Input & { readonly userIds: readonly number[] },
): Promise<number[]> {
  return changing(ctx, actor, async (tenant) => {
    const group = await find(tenant, id)
    await assertMembers(tenant, userIds, 'user_ids')
    const added = await insertGroupMembers(tenant, id, userIds)
    if (group.member_count + added.length > groupLimits.members) {
      throw badRequest(`A group has no more than ${groupLimits.members} members.`)
    }
    const emails = await userEmails(tenant, added)
    const after = { added: [...emails.values()] }
    if (added.length > 0) await record(tenant, actor, { done: 'joined', group, after })
    return added
  })
}

export async function takeFromGroup(
  ctx: Needs,
  { actor, id, userId }: Input & { readonly userId: number },
): Promise<void> {
  await changing(ctx, actor, async (tenant) => {
    const group = await find(tenant, id)
    if (!(await deleteGroupMember(tenant, id, userId))) throw notFound('member of the group')
    const before = { removed: [...(await userEmails(tenant, [userId])).values()] }
    await record(tenant, actor, { done: 'left', group, before })
  })
}

/** One after the other, so that the limits hold. */
function changing<T>(ctx: Needs, actor: Actor, change: (tenant: Tenant) => Promise<T>): Promise<T> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockOrganization(tenant)
    return change(tenant)
  })
}

async function find(tenant: Tenant, id: number): Promise<GroupRow> {
  const [group] = await listGroups(tenant, { ids: [id] })
  if (!group) throw notFound('group')
  return group
}

const nameTaken = (name: string) => invalid('name', `There is a group ${name} already.`, 'unique')

const shownOf = ({ name, description }: GroupRow) => ({ name, description })

type Recorded = {
  readonly done: string
  readonly group: GroupRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, group, ...values }: Recorded) =>
  recordChange(tenant, actor, {
    action: `group.${done}`,
    subject: { type: 'group', id: String(group.id), name: group.name },
    ...values,
  })
