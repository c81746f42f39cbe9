import { invalid } from '../../../platform/app-error.ts'
import type { Context, RequestPlace } from '../../../platform/context.ts'
import { findAccount, markAddressVerified, updatePassword } from '../accounts/accounts.store.ts'
import { judgePassword } from '../accounts/judge-password.ts'
import { digestOf } from '../accounts/one-time-token.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { linkIsClosed, tooMany } from '../accounts/refuse-access.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { deleteSessionsOf } from '../sign-in/sessions.store.ts'
import { countSensitiveRequest } from '../sign-in/slow-down.ts'
import { consumePasswordLink, findPasswordLink } from './password-links.store.ts'

type ResetByLinkOptions = {
  readonly token: string
  readonly password: string
  readonly place: RequestPlace
}

/**
 * Sets a new password for the account of a link and ends all its sessions. An unacceptable password
 * does not consume the link. Returns the id of the account.
 */
export async function resetByLink(
  ctx: Context,
  { token, password, place }: ResetByLinkOptions,
): Promise<number> {
  const waitSeconds = await countSensitiveRequest(ctx, { purpose: 'link', address: place.address })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  const tokenHash = digestOf(token)
  const link = await findPasswordLink(ctx, tokenHash)
  const account = link && (await findAccount(ctx, link.userId))
  if (!account) throw linkIsClosed()
  const problem = await judgePassword(password, account)
  if (problem) throw invalid('new_password', problem)
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    if (!(await consumePasswordLink(transaction, tokenHash))) throw linkIsClosed()
    await updatePassword(transaction, account.id, passwordHash)
    if (ctx.config.access.mailUrl) await markAddressVerified(transaction, account.id)
    await deleteSessionsOf(transaction, account.id)
    await recordOfAccount(transaction, { account, action: 'password.reset', place })
    await notifyOwner(transaction, account, 'password-changed')
  })
  return account.id
}
