import { ReadError } from '@recto/document-text/read-error'
import type { OpenedAttachment } from '@recto/document-text/reader'
import postalMime, { type Address, type Attachment } from 'postal-mime'
import { attachmentName, type Mail } from './mail-flow.ts'

/** A mail as it travels (RFC 5322, MIME). Mails inside it are attachments. Throws `ReadError`. */
export async function readEml(bytes: Uint8Array): Promise<Mail> {
  const mail = await parse(bytes)
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
    attachments: mail.attachments.map(openAttachment),
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

function openAttachment({ filename, mimeType, content }: Attachment): OpenedAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  const fallback = mimeType === 'message/rfc822' ? 'message.eml' : 'unnamed'
  return { name: attachmentName(filename, fallback), mimeType, size: bytes.length, bytes }
}

function showAll(addresses: readonly Address[] | undefined): string {
  return (addresses ?? []).map(showAddress).join(', ')
}

function showAddress({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(showAddress).join(', ')}`
  if (!address) return name
  return name ? `${name} <${address}>` : address
}
