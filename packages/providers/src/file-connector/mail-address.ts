import { ProviderError } from '@recto/provider-spec/provider-error'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { ReceivedMailFiles } from '../kit/connector/mail/received-mail-files.ts'
import { openFiles } from '../kit/connector/open-files.ts'
import { choice, patternText, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'Mail Address',
  connectorName: 'Mail address',
  fields: {
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
    senders: text({
      title: 'Allowed Senders',
      description:
        'Mails are accepted only from these addresses or domains, separated by semicolons. Leave empty for all.',
    })
      .max(10_000)
      .optional(),
    authentication: choice(
      {
        title: 'Proof of the Sender',
        prefill: 'flag',
        description:
          'SPF or DKIM proves that a mail comes from the domain that it names. Anybody can write any name.',
      },
      {
        require: 'Refuse mails without it',
        flag: 'Accept and mark them',
        ignore: 'Accept them',
      },
    ).default('flag'),
    max_megabytes: patternText(
      { title: 'Maximum Size (MB)', prefill: '25', description: 'A larger mail is refused.' },
      /^(?:[1-9]|[1-4]\d|50)?$/,
      'must be a number from 1 to 50',
    ).default('25'),
    mails_per_hour: patternText(
      {
        title: 'Mails per Hour',
        prefill: '500',
        description: 'Senders of further mails are asked to try again later.',
      },
      /^(?:[1-9]\d{0,5})?$/,
      'must be a number from 1 to 999999',
    ).default('500'),
  },
})

export const mailAddress = defineConnector({
  id: 'mail_address|5d0a2f7c-8b1e-4c39-9f64-3e7b1a92c6d8',
  kind: 'file-connector',
  name: 'Mail address',
  description: 'Mails that are sent to the address of the connector. Read-only.',
  icon: '/icons/connector-icons/Mailbox.svg',
  canWrite: false,
  hasMailAddress: true,
  settings,
  open: (_, { call, receivedMails }) => {
    if (!receivedMails)
      throw new ProviderError({
        code: 'settings-invalid',
        message: 'A connector of this type has to be saved before it has an address.',
      })
    return openFiles(call, new ReceivedMailFiles(receivedMails))
  },
})
