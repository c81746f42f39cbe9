import type * as api from '@recto/contract/connectors/mail-addresses'
import type { Context } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import type { MailAddressRow } from './mail-addresses.store.ts'
import type { MailWithDocuments } from './received-mails.reads.ts'

export const presentAddress = (
  { config: { mailReception } }: Pick<Context, 'config'>,
  { local_part, created_at, rotated_at }: MailAddressRow,
): api.MailAddress => ({
  address: mailReception ? `${local_part}@${mailReception.domain}` : null,
  created_at: presentTime(created_at),
  rotated_at: rotated_at && presentTime(rotated_at),
})

export function presentMail({ mail, documents }: MailWithDocuments): api.ReceivedMail {
  const { sender = null, subject = null, message_id = null } = mail.metadata
  return {
    id: mail.id,
    received_at: presentTime(mail.received_at),
    sender,
    subject,
    message_id,
    date: mail.sent_at && presentTime(mail.sent_at),
    size: Number(mail.size),
    status: findStatus(mail),
    reason: mail.reason,
    spf: mail.spf as api.ReceivedMail['spf'],
    dkim: mail.dkim as api.ReceivedMail['dkim'],
    is_verified: mail.is_verified,
    is_flagged: mail.is_flagged,
    documents: documents.map(({ name, size, problem }) => ({ name, size: Number(size), problem })),
  }
}

const statuses = {
  STORED: 'received',
  UNPACKED: 'waiting',
  FAILED: 'failed',
  REFUSED: 'refused',
} as const

function findStatus({ state, outcome }: MailWithDocuments['mail']): api.ReceivedMail['status'] {
  if (outcome === 'failed') return 'failed'
  return outcome === 'done' ? 'processed' : statuses[state]
}
