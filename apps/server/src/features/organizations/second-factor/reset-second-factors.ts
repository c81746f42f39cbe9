import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findAccountByUsername } from '../accounts/accounts.store.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { deleteAllFactors } from '../factors/second-factor.store.ts'
import { findMember } from '../members/members.store.ts'
import { listOrganizationsOf } from '../organization/organizations.store.ts'
import { deleteSessionsOf } from '../sign-in/sessions.store.ts'

type ResetRequest = { readonly actor: Actor; readonly userId: number }

/**
 * Removes the second factors of a member who has lost them. The account may open other organizations as
 * well, so the actor must be an admin of each of them.
 */
export async function resetSecondFactors(
  ctx: Pick<Context, 'db' | 'vault' | 'events'>,
  { actor, userId }: ResetRequest,
): Promise<void> {
  const member = await findMember(tenantOf(ctx, actor), userId)
  if (!member || member.isService) throw notFound('member')
  for (const { id: organizationId } of await listOrganizationsOf(ctx, userId)) {
    const ownMembership = await findMember({ db: ctx.db, organizationId }, actor.userId)
    if (ownMembership?.role === 'admin') continue
    throw forbidden(
      'This person also belongs to another organization, whose admins would have to agree. An operator can remove the second factors with npm run reset-password -- USER --second-factors.',
    )
  }
  const account = { id: userId, email: member.email, username: member.username }
  await ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    if (!(await deleteAllFactors(transaction, userId))) throw notFound('second factor')
    await deleteSessionsOf(transaction, userId)
    await recordOfAccount(transaction, {
      account,
      doer: actor,
      action: 'second-factor.reset',
      place: actor.place,
    })
    await notifyOwner(transaction, account, 'second-factors-reset')
  })
}

/** Removes the second factors of a user for an operator of the installation. */
export async function resetSecondFactorsOf(
  { db }: Pick<Context, 'db'>,
  username: string,
): Promise<void> {
  const account = await findAccountByUsername({ db }, username)
  if (!account) throw notFound('user')
  await db.transaction().execute(async (trx) => {
    const transaction = { db: trx }
    if (!(await deleteAllFactors(transaction, account.id))) throw notFound('second factor')
    await deleteSessionsOf(transaction, account.id)
    await recordOfAccount(transaction, { account, action: 'second-factor.reset', place: undefined })
  })
}
