import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { createImapSessions, explainImap } from '../kit/connector/mail/imap-sessions.ts'
import { mailboxFields, toMailboxSettings } from '../kit/connector/mail/mailbox-fields.ts'
import { MailboxFiles } from '../kit/connector/mail/mailbox-files.ts'
import { openFiles } from '../kit/connector/open-files.ts'
import { portText } from '../kit/connector/port.ts'
import { choice, secret, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'Mailbox (IMAP)',
  connectorName: 'Mailbox',
  fields: {
    host: text({ title: 'Host', description: 'The host name of the IMAP server.' }),
    port: portText('993'),
    security: choice(
      {
        title: 'Encryption',
        prefill: 'tls',
        description:
          'TLS uses port 993, STARTTLS port 143. Without encryption, anyone on the way can read the password and the mails.',
      },
      { tls: 'TLS', starttls: 'STARTTLS', none: 'None' },
    ).default('tls'),
    user: text({ title: 'User', description: 'The user to sign in as, often the mail address.' }),
    password: secret({
      title: 'Password',
      description: 'The password of the user. Some services need an app password.',
    }),
    certificate: text({
      title: 'Server Certificate',
      description:
        'In PEM format. Only needed if the certificate was not issued by a public authority.',
    }).optional(),
    ...mailboxFields,
  },
})

export const mailbox = defineConnector({
  id: 'imap|0c4b7a52-6f0e-4d53-9a61-2d8f6f1b7e94',
  kind: 'file-connector',
  name: 'Mailbox (IMAP)',
  description: 'Attachments and mails of a mailbox. Read-only.',
  icon: '/icons/connector-icons/Mailbox.svg',
  canWrite: false,
  settings,
  hints: {
    unauthorised: 'Check “User” and “Password”.',
    'not-found': 'Check “Folders”.',
    unreachable: 'Check “Host”, “Port” and “Encryption”.',
  },
  translate: explainImap,
  open: (values, { call, connect }) => {
    const { host, security, user, password, certificate } = values
    const server = {
      host: host.trim(),
      port: Number(values.port),
      security,
      user,
      credentials: { password },
      certificate: certificate?.trim() || undefined,
    }
    const files = new MailboxFiles(toMailboxSettings(values), createImapSessions(server, connect))
    return openFiles(call, files)
  },
})
