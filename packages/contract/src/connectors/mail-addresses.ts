import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'

const ConnectorKey = z.object({ id: z.uuid() })

export const MailAddress = z.object({
  /** Null while the installation receives no mail. */
  address: z.string().nullable(),
  created_at: Timestamp,
  rotated_at: Timestamp.nullable(),
})
export type MailAddress = z.output<typeof MailAddress>

/** 400 for a connector without one. */
export const getMailAddress = endpoint({
  method: 'GET',
  path: '/connector/:id/mail-address/',
  who: 'member',
  params: ConnectorKey,
  reply: MailAddress,
})

/** Replaces the address. The earlier one is refused at once. */
export const rotateMailAddress = endpoint({
  method: 'POST',
  path: '/connector/:id/mail-address/rotate/',
  who: 'member',
  params: ConnectorKey,
  reply: MailAddress,
})

/** The result of a check of a sender; `unknown` if the DNS did not answer in time. */
const CheckResult = z.enum(['pass', 'fail', 'none', 'unknown'])

export const ReceivedMail = z.object({
  id: z.uuid(),
  received_at: Timestamp,
  sender: z.string().nullable(),
  subject: z.string().nullable(),
  message_id: z.string().nullable(),
  /** The mail states it, and it may be wrong. */
  date: Timestamp.nullable(),
  /** Bytes. */
  size: z.number().int(),
  /** `received` until its documents are known, `waiting` until a run has finished them. */
  status: z.enum(['received', 'waiting', 'processed', 'failed', 'refused']),
  /** Reason why it was refused or has failed. */
  reason: z.string().nullable(),
  spf: CheckResult.nullable(),
  dkim: CheckResult.nullable(),
  /** Whether SPF or DKIM proves the domain of the sender. */
  is_verified: z.boolean(),
  is_flagged: z.boolean(),
  documents: z.array(
    z.object({
      name: z.string(),
      size: z.number().int(),
      /** Reason why it cannot be taken. */
      problem: z.string().nullable(),
    }),
  ),
})
export type ReceivedMail = z.output<typeof ReceivedMail>

export const maxListedMails = 50

/** The newest mails to the address of a connector, with those that were refused. */
export const listReceivedMails = endpoint({
  method: 'GET',
  path: '/connector/:id/mails/',
  who: 'member',
  params: ConnectorKey,
  reply: z.array(ReceivedMail),
})

/** Deletes a mail with its documents. Results that were made of it stay. */
export const deleteReceivedMail = endpoint({
  method: 'DELETE',
  path: '/connector/:id/mails/:mail_id/',
  who: 'member',
  status: 204,
  params: ConnectorKey.extend({ mail_id: z.uuid() }),
  reply: NoBody,
})
