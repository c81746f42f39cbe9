import type { Context } from '../../../platform/context.ts'
import { cleanAddressForMail } from '../../../platform/mail/clean-name.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { findAccountByAddress } from '../accounts/accounts.store.ts'
import { plainAddress } from '../accounts/judge-address.ts'
import { createToken, inHours } from '../accounts/one-time-token.ts'
import { tooMany } from '../accounts/refuse-access.ts'
import { countSensitiveRequest } from '../sign-in/slow-down.ts'
import { insertPasswordLink } from './password-links.store.ts'

type AskForPasswordLinkRequest = {
  readonly email: string
  readonly address: string
  /** Origin of the link in the mail. */
  readonly origin: string
}

const linkHours = 2

/**
 * Sends a link for choosing a new password to the account with the address. The caller does not
 * learn whether there is one.
 */
export async function requestPasswordLink(
  ctx: Context,
  { address, origin, ...request }: AskForPasswordLinkRequest,
): Promise<void> {
  const email = plainAddress(request.email)
  const waitSeconds = await countSensitiveRequest(ctx, {
    purpose: 'recovery',
    address,
    concernedAddress: email,
  })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  const account = await findAccountByAddress(ctx, email)
  if (!account) return
  const { token, tokenHash } = createToken()
  await ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    const expiresAt = inHours(linkHours)
    await insertPasswordLink(transaction, { tokenHash, userId: account.id, expiresAt })
    const link = `${origin}/reset-password?token=${token}`
    await queueMail(transaction, {
      to: account.email,
      ...mailOf(cleanAddressForMail(account.username), link),
    })
  })
}

const mailOf = (username: string, link: string) => ({
  subject: 'Choose a new password for Recto',
  text: `Someone, most likely you, asked to reset the password of the Recto account ${username}.

To choose a new one, open this link within ${linkHours} hours. It works once, and signs you out everywhere:
${link}

If this was not you, ignore this email. Your password has not been changed.
`,
})
