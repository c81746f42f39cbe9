import type { SharingChange } from '@recto/contract/organizations/sharing'
import { permits } from '@recto/contract/policy/permits'
import { badRequest, forbidden, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import {
  loadAccess,
  loadDeployers,
  loadShares,
  lockSharing,
  replaceDeployers,
  replaceShareLists,
  type Shares,
  updateSharing,
} from '../../../platform/db/sharing.ts'
import { recordChange } from '../audit/record-change.ts'
import { listGroups } from '../groups/groups.store.ts'
import { assertMembers } from '../members/assert-members.ts'
import { userEmails } from '../members/members.store.ts'
import type { Shareable, SharedThing } from './shareable.ts'

type FindOwnedRequest = { readonly actor: Actor; readonly id: string }

/**
 * Replaces the lists of users and groups with whom an object is shared; lists that are not given
 * stay.
 */
export async function changeSharing(
  ctx: Context,
  kind: Shareable,
  { actor, id, change }: FindOwnedRequest & { readonly change: SharingChange },
): Promise<void> {
  const thing = await kind.find(ctx, { actor, id })
  if (!permits(actor, `${kind.noun}/lend`, thing.facts)) throw forbidden()
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const row = { table: kind.table, id }
    await lockSharing(tenant, row)
    const oldShares = await loadShares(tenant, row)
    const { shared_users: users = oldShares.users, shared_groups: groups = oldShares.groups } =
      change
    const newShares = { users: [...new Set(users)], groups: [...new Set(groups)] }
    if (!permits(actor, `${kind.noun}/share`, thing.facts)) {
      await assertOnlyAdds(tenant, {
        actor,
        thing,
        oldShares: oldShares,
        change,
        newShares: newShares,
      })
    }
    const isOpen = change.shared_to_org ?? thing.facts.shared_to_org ?? false
    await assertMembers(tenant, addedIds(oldShares.users, newShares.users))
    await assertGroups(tenant, addedIds(oldShares.groups, newShares.groups))

    const oldAccess = (await loadAccess(tenant, kind.table, [id]))(id)
    await replaceShareLists(tenant, row, newShares)
    if (isOpen !== thing.facts.shared_to_org) {
      await updateSharing(tenant, row, { shared_to_org: isOpen })
    }
    const newAccess = (await loadAccess(tenant, kind.table, [id]))(id)
    if (!isOpen)
      await kind.onAccessRemoved?.(tenant, id, addedIds(newAccess.sharedWith, oldAccess.sharedWith))
    await changeDeployers(tenant, { actor, kind, thing, change: change.deploying })
    await record(tenant, actor, kind, {
      done: 'shared',
      thing,
      before: { ...(await named(tenant, oldShares)), shared_to_org: thing.facts.shared_to_org },
      after: { ...(await named(tenant, newShares)), shared_to_org: isOpen },
    })
  })
}

type DeployersChange = {
  readonly actor: Actor
  readonly kind: Shareable
  readonly thing: SharedThing
  readonly change: SharingChange['deploying']
}

/** Replaces the lists of users and groups that may deploy a workflow; only owners and admins may. */
async function changeDeployers(
  tenant: Tenant,
  { actor, kind, thing, change }: DeployersChange,
): Promise<void> {
  if (!change) return
  if (!kind.loadDeployRight) throw invalid('deploying', 'Only a workflow can be deployed.')
  if (!permits(actor, `${kind.noun}/share`, thing.facts)) throw forbidden()
  const oldDeployers = await loadDeployers(tenant, thing.id)
  const { users = oldDeployers.users, groups = oldDeployers.groups } = change
  const newDeployers = { users: [...new Set(users)], groups: [...new Set(groups)] }
  await assertMembers(tenant, addedIds(oldDeployers.users, newDeployers.users), 'deploying')
  await assertGroups(tenant, addedIds(oldDeployers.groups, newDeployers.groups), 'deploying')
  await replaceDeployers(tenant, thing.id, newDeployers)
  await record(tenant, actor, kind, {
    done: 'deploy-right-changed',
    thing,
    before: await named(tenant, oldDeployers),
    after: await named(tenant, newDeployers),
  })
}

/** Returns the elements of the second list that are not in the first. */
const addedIds = (oldIds: readonly number[], newIds: readonly number[]) =>
  newIds.filter((key) => !oldIds.includes(key))

type SharingDifference = {
  readonly actor: Actor
  readonly thing: SharedThing
  readonly oldShares: Shares
  readonly change: SharingChange
  readonly newShares: Pick<Shares, 'users' | 'groups'>
}

/**
 * Checks a change by a user who may only reshare: they may add groups that they are in, and remove
 * nobody.
 */
async function assertOnlyAdds(
  tenant: Tenant,
  { actor, thing, oldShares, change, newShares }: SharingDifference,
): Promise<void> {
  const { shared_to_org } = change
  const isOpened = shared_to_org !== undefined && shared_to_org !== thing.facts.shared_to_org
  const isTaken =
    addedIds(newShares.users, oldShares.users).length > 0 ||
    addedIds(newShares.groups, oldShares.groups).length > 0
  if (isOpened || isTaken) throw forbidden()
  const addedGroups = addedIds(oldShares.groups, newShares.groups)
  if (addedGroups.length === 0) return
  const ownGroups = (await listGroups(tenant, { memberId: actor.userId })).map(({ id }) => id)
  if (addedIds(ownGroups, addedGroups).length > 0) throw forbidden()
}

async function assertGroups(
  tenant: Tenant,
  ids: readonly number[],
  field = 'shared_groups',
): Promise<void> {
  if (ids.length === 0) return
  const existingGroups = (await listGroups(tenant, { ids })).map(({ id }) => id)
  const [stranger] = addedIds(existingGroups, ids)
  if (stranger === undefined) return
  throw invalid(field, `The group ${stranger} does not exist.`, 'does_not_exist')
}

export async function addOwner(
  ctx: Context,
  kind: Shareable,
  { actor, id, userId }: FindOwnedRequest & { readonly userId: number },
): Promise<void> {
  const thing = await findOwned(ctx, kind, { actor, id })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const row = { table: kind.table, id }
    await lockSharing(tenant, row)
    await assertMembers(tenant, [userId], 'user_id')
    const { owners } = await loadShares(tenant, row)
    if (userId === thing.facts.created_by || owners.includes(userId)) return
    await replaceShareLists(tenant, row, { owners: [...owners, userId] })
    const addedOwner = { owner: await emailOf(tenant, userId) }
    await record(tenant, actor, kind, { done: 'owner-added', thing, after: addedOwner })
  })
}

/** Removes one of several owners. If the creator is removed, the next owner takes their place. */
export async function removeOwner(
  ctx: Context,
  kind: Shareable,
  { actor, id, userId }: FindOwnedRequest & { readonly userId: number },
): Promise<void> {
  await findOwned(ctx, kind, { actor, id })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const row = { table: kind.table, id }
    await lockSharing(tenant, row)
    // Loads the object again, now that it is locked.
    const thing = await kind.find({ ...ctx, db: tenant.db }, { actor, id })
    const { owners } = await loadShares(tenant, row)
    const left = withoutOwner(userId, { creator: thing.facts.created_by, owners })
    if (left.creator !== undefined) await updateSharing(tenant, row, { created_by: left.creator })
    await replaceShareLists(tenant, row, { owners: left.owners })
    const removedOwner = { owner: await emailOf(tenant, userId) }
    await record(tenant, actor, kind, { done: 'owner-removed', thing, before: removedOwner })
  })
}

type Owners = { readonly creator: number | null; readonly owners: readonly number[] }

/** Returns the remaining owners; `creator` is set only when it changes. */
function withoutOwner(userId: number, { creator, owners }: Owners) {
  const otherOwners = owners.filter((owner) => owner !== userId)
  if (userId === creator) {
    const [next, ...rest] = otherOwners
    if (next === undefined) throw lastOwner()
    return { creator: next, owners: rest }
  }
  if (otherOwners.length === owners.length) throw notFound('owner')
  if (creator === null && otherOwners.length === 0) throw lastOwner()
  return { owners: otherOwners }
}

const lastOwner = () => badRequest('The last owner cannot be removed.')

async function findOwned(
  ctx: Context,
  kind: Shareable,
  request: FindOwnedRequest,
): Promise<SharedThing> {
  const thing = await kind.find(ctx, request)
  if (!permits(request.actor, `${kind.noun}/share`, thing.facts)) throw forbidden()
  return thing
}

async function emailOf(tenant: Tenant, userId: number): Promise<string> {
  return (await userEmails(tenant, [userId])).get(userId) ?? String(userId)
}

/**
 * Replaces ids by addresses and names for the audit log, which is read after ids have lost their
 * meaning.
 */
async function named(tenant: Tenant, { users, groups }: Pick<Shares, 'users' | 'groups'>) {
  const [emails, rows] = await Promise.all([
    userEmails(tenant, users),
    listGroups(tenant, { ids: groups }),
  ])
  return { users: [...emails.values()], groups: rows.map(({ name }) => name) }
}

type RecordAuditEntry = {
  readonly done: string
  readonly thing: SharedThing
  readonly before?: object
  readonly after?: object
}

const record = (
  tenant: Tenant,
  actor: Actor,
  { noun }: Shareable,
  { done, thing, ...values }: RecordAuditEntry,
) =>
  recordChange(tenant, actor, {
    action: `${noun}.${done}`,
    subject: { type: noun, id: thing.id, name: thing.name },
    ...values,
  })
