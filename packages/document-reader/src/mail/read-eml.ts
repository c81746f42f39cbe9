import { ReadError } from '@recto/document-text/read-error'
import postalMime, { type Address, type Attachment } from 'postal-mime'
import { decodeText, encodingOf } from '../detect/decode-text.ts'
import { attachmentName, type Mail, type MailAttachment } from './mail-flow.ts'
import { splitMailbox } from './split-mailbox.ts'

/**
 * A mail as it travels (RFC 5322, MIME). Mails inside it are attachments, and so are those that follow it in a mailbox.
 * Throws `ReadError`.
 */
export async function readEml(bytes: Uint8Array): Promise<Mail> {
  const [first, ...further] = splitMailbox(toUtf8(bytes))
  const mail = await parse(first)
  const headerValue = (key: string) => mail.headers.find((header) => header.key === key)?.value
  return {
    headers: [
      ['From', mail.from && showAddress(mail.from)],
      ['To', showAll(mail.to)],
      ['Cc', showAll(mail.cc)],
      ['Bcc', showAll(mail.bcc)],
      ['Reply-To', showAll(mail.replyTo)],
      ['Date', headerValue('date') ?? mail.date],
      ['Subject', mail.subject],
    ],
    text: mail.text,
    html: mail.html,
    attachments: [...mail.attachments.map(openAttachment), ...further.map(openNextMessage)],
  }
}

function openNextMessage(bytes: Uint8Array, index: number): MailAttachment {
  return {
    name: `message ${index + 2}.eml`,
    mimeType: 'message/rfc822',
    size: bytes.length,
    bytes,
    isNextMessage: true,
  }
}

async function parse(bytes: Uint8Array) {
  try {
    return await postalMime.parse(bytes, { forceRfc822Attachments: true })
  } catch (error) {
    throw new ReadError('broken-file', 'The email is damaged and cannot be parsed.', {
      cause: error,
    })
  }
}

function openAttachment(attachment: Attachment): MailAttachment {
  const { filename, mimeType, content } = attachment
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  const fallback = mimeType === 'message/rfc822' ? 'message.eml' : 'unnamed'
  const isInline = attachment.related === true || attachment.disposition === 'inline'
  return { name: attachmentName(filename, fallback), mimeType, size: bytes.length, bytes, isInline }
}

/** A mail that was saved as UTF-16 is a text of other bytes than those that its headers describe. */
function toUtf8(bytes: Uint8Array): Uint8Array {
  if (!encodingOf(bytes)?.startsWith('utf-16')) return bytes
  const text = decodeText(bytes).replace(/(\bcharset\s*=\s*"?)utf-16(?:le|be)?\b/gi, '$1utf-8')
  return Buffer.from(text)
}

function showAll(addresses: readonly Address[] | undefined): string {
  return (addresses ?? []).map(showAddress).join(', ')
}

function showAddress({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(showAddress).join(', ')}`
  if (!address) return name
  return name ? `${name} <${address}>` : address
}
