import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import { text } from '../../fields.ts'
import { connectorSettings } from '../connector-settings.ts'
import { defineConnector } from '../define-connector.ts'
import { openFiles } from '../open-files.ts'
import { createImapSessions, explainImap } from './imap-sessions.ts'
import { mailboxFields, toMailboxSettings } from './mailbox-fields.ts'
import { MailboxFiles } from './mailbox-files.ts'

type SignedInMailbox = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly signIn: SignInBackend
  /** Its IMAP server, on the usual port with TLS. */
  readonly host: string
}

/** Defines a mailbox of a service at which people sign in, instead of entering a password. */
export const defineSignedInMailbox = ({ id, name, description, signIn, host }: SignedInMailbox) =>
  defineConnector({
    id,
    name,
    description,
    signIn,
    kind: 'file-connector',
    icon: '/icons/connector-icons/Mailbox.svg',
    canWrite: false,
    settings: connectorSettings({
      title: name,
      connectorName: name,
      fields: {
        user: text({
          title: 'Mail Address',
          description:
            'The address of the mailbox. The account that signs in must be able to open it.',
        }),
        ...mailboxFields,
      },
    }),
    hints: {
      unauthorised: 'Sign in again with an account that can open the mailbox by IMAP.',
      'not-found': 'Check “Folders”.',
    },
    translate: explainImap,
    open: (values, { call, connect, accessToken }) => {
      const server = {
        host,
        port: 993,
        security: 'tls',
        user: values.user.trim(),
        credentials: { accessToken },
        certificate: undefined,
      } as const
      return openFiles(
        call,
        new MailboxFiles(toMailboxSettings(values), createImapSessions(server, connect)),
      )
    },
  })
