import type { SharingChange } from '@recto/contract/organizations/sharing'
import { permits } from '@recto/contract/policy/permits'
import { badRequest, forbidden, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import {
  loadAccess,
  loadShares,
  lockSharing,
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
    const which = { table: kind.table, id }
    await lockSharing(tenant, which)
    const before = await loadShares(tenant, which)
    const { shared_users: users = before.users, shared_groups: groups = before.groups } = change
    const wanted = { users: [...new Set(users)], groups: [...new Set(groups)] }
    if (!permits(actor, `${kind.noun}/share`, thing.facts)) {
      await assertOnlyMore(tenant, { actor, thing, before, change, wanted })
    }
    const isOpen = isOpenAfter(kind, thing, change)
    await assertMembers(tenant, more(before.users, wanted.users))
    await assertGroups(tenant, more(before.groups, wanted.groups))

    const had = (await loadAccess(tenant, kind.table, [id]))(id)
    await replaceShareLists(tenant, which, wanted)
    if (isOpen !== thing.facts.shared_to_org) {
      await updateSharing(tenant, which, { shared_to_org: isOpen })
    }
    const has = (await loadAccess(tenant, kind.table, [id]))(id)
    if (!isOpen) await kind.taken?.(tenant, id, more(has.sharedWith, had.sharedWith))
    await record(tenant, actor, kind, {
      done: 'shared',
      thing,
      before: { ...(await named(tenant, before)), shared_to_org: thing.facts.shared_to_org },
      after: { ...(await named(tenant, wanted)), shared_to_org: isOpen },
    })
  })
}

/** Returns the elements of the second list that are not in the first. */
const more = (before: readonly number[], after: readonly number[]) =>
  after.filter((key) => !before.includes(key))

function isOpenAfter(
  kind: Shareable,
  { facts }: SharedThing,
  { shared_to_org: wanted = facts.shared_to_org ?? false }: SharingChange,
): boolean {
  if (kind.isOpenBecause && !wanted) throw invalid('shared_to_org', kind.isOpenBecause)
  return wanted
}

type ChangeSharingOptions = {
  readonly actor: Actor
  readonly thing: SharedThing
  readonly before: Shares
  readonly change: SharingChange
  readonly wanted: Pick<Shares, 'users' | 'groups'>
}

/**
 * Checks a change by a user who may only reshare: they may add groups that they are in, and remove
 * nobody.
 */
async function assertOnlyMore(
  tenant: Tenant,
  { actor, thing, before, change, wanted }: ChangeSharingOptions,
): Promise<void> {
  const { shared_to_org } = change
  const isOpened = shared_to_org !== undefined && shared_to_org !== thing.facts.shared_to_org
  const isTaken =
    more(wanted.users, before.users).length > 0 || more(wanted.groups, before.groups).length > 0
  if (isOpened || isTaken) throw forbidden()
  const added = more(before.groups, wanted.groups)
  if (added.length === 0) return
  const own = (await listGroups(tenant, { memberId: actor.userId })).map(({ id }) => id)
  if (more(own, added).length > 0) throw forbidden()
}

async function assertGroups(tenant: Tenant, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const known = (await listGroups(tenant, { ids })).map(({ id }) => id)
  const [stranger] = more(known, ids)
  if (stranger === undefined) return
  throw invalid('shared_groups', `There is no group ${stranger}.`, 'does_not_exist')
}

export async function addOwner(
  ctx: Context,
  kind: Shareable,
  { actor, id, userId }: FindOwnedRequest & { readonly userId: number },
): Promise<void> {
  const thing = await findOwned(ctx, kind, { actor, id })
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const which = { table: kind.table, id }
    await lockSharing(tenant, which)
    await assertMembers(tenant, [userId], 'user_id')
    const { owners } = await loadShares(tenant, which)
    if (userId === thing.facts.created_by || owners.includes(userId)) return
    await replaceShareLists(tenant, which, { owners: [...owners, userId] })
    const added = { owner: await emailOf(tenant, userId) }
    await record(tenant, actor, kind, { done: 'owner-added', thing, after: added })
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
    const which = { table: kind.table, id }
    await lockSharing(tenant, which)
    // Loads the object again, now that it is locked.
    const thing = await kind.find({ ...ctx, db: tenant.db }, { actor, id })
    const { owners } = await loadShares(tenant, which)
    const left = without(userId, { creator: thing.facts.created_by, owners })
    if (left.creator !== undefined) await updateSharing(tenant, which, { created_by: left.creator })
    await replaceShareLists(tenant, which, { owners: left.owners })
    const removed = { owner: await emailOf(tenant, userId) }
    await record(tenant, actor, kind, { done: 'owner-removed', thing, before: removed })
  })
}

type Owners = { readonly creator: number | null; readonly owners: readonly number[] }

/** Returns the remaining owners; `creator` is set only when it changes. */
function without(userId: number, { creator, owners }: Owners) {
  const others = owners.filter((owner) => owner !== userId)
  if (userId === creator) {
    const [next, ...rest] = others
    if (next === undefined) throw lastOwner()
    return { creator: next, owners: rest }
  }
  if (others.length === owners.length) throw notFound('owner')
  if (creator === null && others.length === 0) throw lastOwner()
  return { owners: others }
}

const lastOwner = () => badRequest('The last owner stays.')

async function findOwned(
  ctx: Context,
  kind: Shareable,
  asked: FindOwnedRequest,
): Promise<SharedThing> {
  const thing = await kind.find(ctx, asked)
  if (!permits(asked.actor, `${kind.noun}/share`, thing.facts)) throw forbidden()
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
