import { omitUndefined } from '@recto/omit-undefined'
import postalMime from 'postal-mime'

/** Facts in the headers of a mail. */
export type MailHead = {
  readonly sender: string | undefined
  readonly subject: string | undefined
  readonly messageId: string | undefined
  readonly sentAt: Date | undefined
}

const maxValueLength = 1000

/** Reads the headers of a mail. What is damaged in them is left out. */
export async function readHead(head: Uint8Array): Promise<MailHead> {
  const mail = await postalMime.parse(head).catch(() => undefined)
  const address = mail?.from?.address ?? mail?.from?.group?.[0]?.address
  const sentAt = mail?.date === undefined ? undefined : new Date(mail.date)
  const messageId = tidy(mail?.messageId)
  return {
    sender: tidy(address),
    subject: tidy(mail?.subject),
    messageId: messageId === '<>' ? undefined : messageId,
    sentAt: sentAt && !Number.isNaN(sentAt.getTime()) ? sentAt : undefined,
  }
}

/** Senders write what they like. */
function tidy(text: string | undefined): string | undefined {
  const tidyText = (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxValueLength)
  return tidyText === '' ? undefined : tidyText
}

/** Facts for the results of the documents of a mail, named as those of an IMAP mailbox. */
export const describeHead = (
  { sender, subject, messageId, sentAt }: MailHead,
  { spf, dkim }: { readonly spf: string; readonly dkim: string },
  receivedAt: Date,
): Readonly<Record<string, string>> =>
  omitUndefined({
    sender,
    subject,
    date: (sentAt ?? receivedAt).toISOString(),
    message_id: messageId,
    spf,
    dkim,
  })
