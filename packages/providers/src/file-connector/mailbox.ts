import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { createImapSessions, explainImap } from '../kit/connector/mail/imap-sessions.ts'
import type { MailAction } from '../kit/connector/mail/mail-commands.ts'
import { MailboxFiles } from '../kit/connector/mail/mailbox-files.ts'
import { openFiles } from '../kit/connector/open-files.ts'
import { portText } from '../kit/connector/port.ts'
import { choice, flag, patternText, secret, text } from '../kit/fields.ts'

const maxFolders = 20
const maxSenders = 50

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
    folders: text({
      title: 'Folders',
      prefill: 'INBOX',
      description: 'The folders with the mails, separated by semicolons.',
    }).default('INBOX'),
    senders: text({
      title: 'Senders',
      description:
        'Only mails from these addresses or domains, separated by semicolons. Leave empty for all.',
    }).optional(),
    subject: text({
      title: 'Subject',
      description: 'Only mails with this text in the subject. Leave empty for all.',
    }).optional(),
    max_age_days: patternText(
      {
        title: 'Maximum Age',
        description: 'Only mails that arrived within this number of days. Leave empty for all.',
      },
      /^(?:[1-9]\d{0,4})?$/,
      'must be a number of days',
    ).optional(),
    needs_attachment: flag({
      title: 'Only Mails with Attachments',
      description: 'Leaves out mails without an attachment.',
    }),
    documents: choice(
      {
        title: 'Documents',
        prefill: 'attachments_or_body',
        description:
          'What is processed of each mail. Signatures, logos and tracking pixels are left out.',
      },
      {
        attachments: 'Every attachment',
        attachments_or_body: 'Every attachment, or the text of a mail without one',
        mail: 'The whole mail',
      },
    ).default('attachments_or_body'),
    after_processing: choice(
      {
        title: 'Processed Mails',
        prefill: 'leave',
        description: 'What happens to a mail when all its documents have been processed.',
      },
      { leave: 'Leave', read: 'Mark as read', label: 'Add a label', move: 'Move to a folder' },
    ).default('leave'),
    processed_folder: text({
      title: 'Folder for Processed Mails',
      description: 'Only needed if mails are moved. Created if it does not exist.',
    }).optional(),
    label: patternText(
      {
        title: 'Label',
        description: 'Only needed if mails get a label: a word of letters, digits, - and _.',
      },
      /^(?:[\w-]{1,50})?$/,
      'must be a word of letters, digits, - and _',
    ).optional(),
    failed_folder: text({
      title: 'Folder for Failed Mails',
      description: 'Mails with a document that failed are moved there. Leave empty to leave them.',
    }).optional(),
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
      password,
      certificate: certificate?.trim() || undefined,
    }
    const files = new MailboxFiles(
      {
        folders: listOf(values.folders, { field: 'Folders', max: maxFolders }) ?? ['INBOX'],
        senders: listOf(values.senders, { field: 'Senders', max: maxSenders }) ?? [],
        subject: values.subject?.trim() || undefined,
        maxAgeDays: Number(values.max_age_days) || undefined,
        needsAttachment: values.needs_attachment,
        choice: values.documents,
        doneAction: findAction(values),
        failedFolder: values.failed_folder?.trim() || undefined,
      },
      createImapSessions(server, connect),
    )
    return openFiles(call, files)
  },
})

function listOf(
  value: string | undefined,
  { field, max }: { readonly field: string; readonly max: number },
): readonly string[] | undefined {
  const items = (value ?? '').split(';').map((item) => item.trim())
  const distinctItems = [...new Set(items)].filter((item) => item !== '')
  if (distinctItems.length > max) throw invalid(`${field}: at most ${max} are possible.`)
  return distinctItems.length > 0 ? distinctItems : undefined
}

function findAction({
  after_processing: kind,
  processed_folder,
  label,
}: z.output<(typeof settings)['shape']>): MailAction {
  const folder = processed_folder?.trim()
  if (kind === 'move') {
    if (!folder) throw invalid('Folder for Processed Mails is missing.')
    return { kind, folder }
  }
  if (kind === 'label') {
    if (!label) throw invalid('Label is missing.')
    return { kind, label }
  }
  return { kind }
}

const invalid = (message: string) => new ProviderError({ code: 'settings-invalid', message })
