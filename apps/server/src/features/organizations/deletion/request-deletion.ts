import { conflict, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { cleanNameForMail } from '../../../platform/mail/clean-name.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Session } from '../../../platform/session.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import { inHours } from '../accounts/one-time-token.ts'
import { recordChange } from '../audit/record-change.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { findMember, findOtherAdmins, listMembers } from '../members/members.store.ts'
import {
  findOrganization,
  listOrganizationsOf,
  lockOrganization,
} from '../organization/organizations.store.ts'
import { confirmIdentity } from '../second-factor/confirm-identity.ts'
import {
  hasSubscription,
  isClosed,
  updateAccountDeletion,
  updateOrganizationDeletion,
} from './deletions.store.ts'

type Dependencies = Pick<Context, 'db' | 'vault' | 'events' | 'config'>

const timeOfDeletion = ({ config }: Pick<Context, 'config'>) =>
  inHours(config.access.deletionDays * 24)

export async function readOrganizationDeletion(ctx: Pick<Context, 'db' | 'config'>, actor: Actor) {
  const organization = await findOrganization(tenantOf(ctx, actor))
  const deletesAt = organization?.deletes_at
  return {
    deletes_at: deletesAt ? presentTime(deletesAt) : null,
    days: ctx.config.access.deletionDays,
  }
}

type OrganizationDeletionRequest = {
  readonly actor: Actor
  readonly session: Session
  readonly password: string | undefined
  /** Name of the organization, as the admin has typed it. */
  readonly name: string
}

/** Schedules the deletion of the organization, and tells all its admins. */
export async function requestOrganizationDeletion(
  ctx: Dependencies,
  { actor, session, password, name }: OrganizationDeletionRequest,
): Promise<void> {
  const organization = await findOrganization(tenantOf(ctx, actor))
  if (name.trim() !== organization?.display_name) {
    throw invalid('name', `Enter the name of the organization: ${organization?.display_name}`)
  }
  await confirmIdentity(ctx, { session, password })
  const deletesAt = timeOfDeletion(ctx)
  await ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    const tenant = tenantOf(transaction, actor)
    await lockUnclosedOrganization(tenant)
    if (await hasSubscription(tenant)) {
      throw conflict(
        'The organization has a subscription. Cancel it first, and wait until it ends.',
      )
    }
    await updateOrganizationDeletion(tenant, { deletesAt, requestedBy: actor.email })
    await recordOfDeletion(tenant, actor, {
      action: 'organization.deletion-requested',
      after: { deletes_at: deletesAt.toISOString() },
    })
    for (const { email, role } of await listMembers(tenant)) {
      if (role !== 'admin') continue
      await queueMail(transaction, {
        to: email,
        ...mailOf(organization.display_name, actor.email, deletesAt),
      })
    }
  })
}

export async function undoOrganizationDeletion(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<void> {
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockUnclosedOrganization(tenant)
    const organization = await findOrganization(tenant)
    if (!organization?.deletes_at) throw notFound('deletion')
    await updateOrganizationDeletion(tenant, null)
    await recordOfDeletion(tenant, actor, {
      action: 'organization.deletion-undone',
      before: { deletes_at: organization.deletes_at.toISOString() },
    })
  })
}

/** Locks the organization until the transaction ends, so that its deletion cannot begin in the meantime. */
async function lockUnclosedOrganization(tenant: Tenant): Promise<void> {
  await lockOrganization(tenant)
  if (await isClosed(tenant)) {
    throw conflict('The organization is already being deleted. This cannot be undone.')
  }
}

type DeletionChange = {
  readonly action: 'organization.deletion-requested' | 'organization.deletion-undone'
  readonly before?: object
  readonly after?: object
}

const recordOfDeletion = (tenant: Tenant, actor: Actor, change: DeletionChange) =>
  recordChange(tenant, actor, {
    ...change,
    subject: {
      type: 'organization',
      id: String(actor.organization.id),
      name: actor.organization.name,
    },
  })

const mailOf = (name: string, email: string, deletesAt: Date) => ({
  subject: 'An organization in Recto will be deleted',
  text: `${email} has requested the deletion of the organization ${cleanNameForMail(name)}.

After ${deletesAt.toISOString().slice(0, 16).replace('T', ' ')} UTC it will be deleted with all its documents, projects and results. Until then every admin can undo this under “Organization Settings”.
`,
})

export async function readAccountDeletion(ctx: Pick<Context, 'db' | 'config'>, { user }: Session) {
  const account = await findAccount(ctx, user.id)
  return {
    deletes_at: account?.deletes_at ? presentTime(account.deletes_at) : null,
    days: ctx.config.access.deletionDays,
    only_admin_of: await listOrphanedOrganizations(ctx, user.id),
  }
}

/** Returns the names of organizations that would be left without an admin, unless they are deleted too. */
async function listOrphanedOrganizations(
  { db }: Pick<Context, 'db'>,
  userId: number,
): Promise<string[]> {
  const names: string[] = []
  for (const { id, display_name, deletes_at } of await listOrganizationsOf({ db }, userId)) {
    const tenant = { db, organizationId: id }
    const member = await findMember(tenant, userId)
    if (member?.role !== 'admin' || deletes_at !== null) continue
    if ((await findOtherAdmins(tenant, [userId])).length === 0) names.push(display_name)
  }
  return names
}

/** Schedules the deletion of one's own account. */
export async function requestAccountDeletion(
  ctx: Dependencies,
  { session, password }: Pick<OrganizationDeletionRequest, 'session' | 'password'>,
): Promise<void> {
  await confirmIdentity(ctx, { session, password })
  const { user, place } = session
  const names = await listOrphanedOrganizations(ctx, user.id)
  if (names.length > 0) {
    throw conflict(
      `You are the only admin of ${names.join(', ')}. Make somebody else an admin, or delete the organization.`,
    )
  }
  await ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    await updateAccountDeletion(transaction, user.id, timeOfDeletion(ctx))
    await recordOfAccount(transaction, {
      account: user,
      action: 'account.deletion-requested',
      place,
    })
    await notifyOwner(transaction, user, 'deletion-requested')
  })
}

export async function undoAccountDeletion(
  ctx: Pick<Context, 'db'>,
  { user, place }: Session,
): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const account = await findAccount({ db }, user.id)
    if (!account?.deletes_at) throw notFound('deletion')
    const isUpdated = await updateAccountDeletion({ db }, user.id, null)
    if (!isUpdated) throw conflict('The account has already been deleted. This cannot be undone.')
    await recordOfAccount({ db }, { account: user, action: 'account.deletion-undone', place })
  })
}
