import { groupLimits } from '@recto/contract/organizations/groups'
import { omitUndefined } from '@recto/omit-undefined'
import { badRequest, invalid, notFound, notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
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

type ChangingDependencies = Pick<Context, 'db'>
type ChangeGroupsRequest = { readonly actor: Actor; readonly id: number }

export async function getGroup(
  ctx: ChangingDependencies,
  { actor, id }: ChangeGroupsRequest,
): Promise<GroupRow> {
  return find(tenantOf(ctx, actor), id)
}

export async function createGroup(
  ctx: ChangingDependencies,
  {
    actor,
    name,
    description = '',
  }: { actor: Actor; name: string; description?: string | undefined },
): Promise<GroupRow> {
  return changeLocked(ctx, actor, async (tenant) => {
    if ((await listGroups(tenant)).length >= groupLimits.groups) {
      throw badRequest(`An organization can have at most ${groupLimits.groups} groups.`)
    }
    const id = await insertGroup(tenant, { name, description, createdBy: actor.userId })
    if (id === undefined) throw groupNameTaken(name)
    const group = await find(tenant, id)
    await record(tenant, actor, { done: 'created', group: group, after: { name, description } })
    return group
  })
}

export async function changeGroup(
  ctx: ChangingDependencies,
  {
    actor,
    id,
    name,
    description,
  }: ChangeGroupsRequest & {
    readonly name?: string | undefined
    readonly description?: string | undefined
  },
): Promise<GroupRow> {
  return changeLocked(ctx, actor, async (tenant) => {
    const oldGroup = await find(tenant, id)
    const all = await listGroups(tenant)
    if (all.some((one) => one.id !== id && one.name === name)) throw groupNameTaken(name ?? '')
    await changeGroupRow(
      tenant,
      id,
      omitUndefined({
        name,
        description,
      }),
    )
    const group = await find(tenant, id)
    const values = { before: auditValuesOf(oldGroup), after: auditValuesOf(group) }
    await record(tenant, actor, { done: 'changed', group, ...values })
    return group
  })
}

export async function deleteGroup(
  ctx: ChangingDependencies,
  { actor, id }: ChangeGroupsRequest,
): Promise<void> {
  await changeLocked(ctx, actor, async (tenant) => {
    const group = await find(tenant, id)
    await deleteGroupRow(tenant, id)
    await record(tenant, actor, { done: 'deleted', group, before: auditValuesOf(group) })
  })
}

/** Adds users to a group and returns those who were not in it yet. */
export async function addToGroup(
  ctx: ChangingDependencies,
  { actor, id, userIds }: ChangeGroupsRequest & { readonly userIds: readonly number[] },
): Promise<number[]> {
  return changeLocked(ctx, actor, async (tenant) => {
    const group = await find(tenant, id)
    await assertMembers(tenant, userIds, 'user_ids')
    const groupMembers = await insertGroupMembers(tenant, id, userIds)
    if (group.member_count + groupMembers.length > groupLimits.members) {
      throw badRequest(`A group can have at most ${groupLimits.members} members.`)
    }
    const emails = await userEmails(tenant, groupMembers)
    const newValues = { added: [...emails.values()] }
    if (groupMembers.length > 0)
      await record(tenant, actor, { done: 'joined', group, after: newValues })
    return groupMembers
  })
}

export async function removeFromGroup(
  ctx: ChangingDependencies,
  { actor, id, userId }: ChangeGroupsRequest & { readonly userId: number },
): Promise<void> {
  await changeLocked(ctx, actor, async (tenant) => {
    const group = await find(tenant, id)
    if (!(await deleteGroupMember(tenant, id, userId)))
      throw notFoundWithText('This user is not a member of the group.')
    const oldValues = { removed: [...(await userEmails(tenant, [userId])).values()] }
    await record(tenant, actor, { done: 'left', group, before: oldValues })
  })
}

/**
 * Runs a change while the organization is locked, so that concurrent changes cannot exceed the
 * limits.
 */
function changeLocked<T>(
  ctx: ChangingDependencies,
  actor: Actor,
  change: (tenant: Tenant) => Promise<T>,
): Promise<T> {
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

const groupNameTaken = (name: string) =>
  invalid('name', `A group named “${name}” already exists.`, 'unique')

const auditValuesOf = ({ name, description }: GroupRow) => ({ name, description })

type RecordAuditEntry = {
  readonly done: string
  readonly group: GroupRow
  readonly before?: object
  readonly after?: object
}

const record = (tenant: Tenant, actor: Actor, { done, group, ...values }: RecordAuditEntry) =>
  recordChange(tenant, actor, {
    action: `group.${done}`,
    subject: { type: 'group', id: String(group.id), name: group.name },
    ...values,
  })
