import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'
import { choice, flag, patternText, text } from '../../fields.ts'
import type { MailAction } from './mail-commands.ts'
import type { MailboxSettings } from './mailbox-files.ts'

const maxFolders = 20
const maxSenders = 50

/** Settings of a mailbox that do not depend on how somebody signs in. */
export const mailboxFields = {
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
}

type MailboxValues = z.output<z.ZodObject<typeof mailboxFields>>

/** Reads the settings. Throws a `ProviderError` for those that do not fit together. */
export const toMailboxSettings = (values: MailboxValues): MailboxSettings => ({
  folders: listOf(values.folders, { field: 'Folders', max: maxFolders }) ?? ['INBOX'],
  senders: listOf(values.senders, { field: 'Senders', max: maxSenders }) ?? [],
  subject: values.subject?.trim() || undefined,
  maxAgeDays: Number(values.max_age_days) || undefined,
  needsAttachment: values.needs_attachment,
  choice: values.documents,
  doneAction: findAction(values),
  failedFolder: values.failed_folder?.trim() || undefined,
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
}: MailboxValues): MailAction {
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
