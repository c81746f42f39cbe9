import type { Context } from '../../../platform/context.ts'
import { cleanAddressForMail } from '../../../platform/mail/clean-name.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'

const sentences = {
  'password-changed': 'The password was changed, and all other sessions were ended.',
  'authenticator-added': 'An authenticator app was added. Signing in now needs a code of this app.',
  'authenticator-removed': 'The authenticator app was removed.',
  'passkey-added': 'A passkey was added. It signs in without the password.',
  'passkey-removed': 'A passkey was removed.',
  'deletion-requested':
    'The deletion of the account was requested. Until it is deleted, you can undo this on the page “Password and sessions”.',
  'recovery-codes-renewed': 'The recovery codes were replaced.',
  'recovery-code-used': 'Someone signed in with a recovery code, which cannot be used again.',
  'second-factors-reset':
    'An administrator removed all second factors and ended all sessions. Signing in needs only the password until you set up a second factor again.',
} as const

type CredentialChange = keyof typeof sentences

type Owner = { readonly username: string; readonly email: string }

/** Sends a mail about a change of credentials, so that the owner of the account notices a theft. */
export async function notifyOwner(
  ctx: Pick<Context, 'db' | 'vault' | 'events'>,
  { username, email }: Owner,
  change: CredentialChange,
): Promise<void> {
  await queueMail(ctx, {
    to: email,
    subject: 'A change to how you sign in to Recto',
    text: `This is about the Recto account ${cleanAddressForMail(username)}.

${sentences[change]}

If this was not you, change your password, end all other sessions on the page “Password and sessions”, and tell an administrator of your organization.
`,
  })
}
