import { ReadError } from '@recto/document-text/read-error'
import { isSealed, type MailLeaf } from '@recto/mail-formats/mail-parts'
import { openSealed } from '@recto/mail-formats/open-mail'
import postalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { decodeText, encodingOf } from '../detect/decode-text.ts'
import { attachmentName, type Mail, type MailAttachment } from './mail-flow.ts'
import { splitMailbox } from './split-mailbox.ts'

/**
 * A mail as it travels (RFC 5322, MIME). Mails inside it are attachments, and so are those that follow it in a mailbox, and
 * what is in `winmail.dat` or a signed part. Throws `ReadError`.
 */
export async function readEml(bytes: Uint8Array): Promise<Mail> {
  const [first, ...further] = splitMailbox(toUtf8(bytes))
  const mail = await parse(first)
  const parts = await Promise.all(mail.attachments.map(openPart))
  const { text, html } = await findBody(mail, parts)
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
    text,
    html,
    attachments: [
      ...parts.flatMap(({ attachments }) => attachments),
      ...further.map(openNextMessage),
    ],
  }
}

type Part = {
  readonly attachments: readonly MailAttachment[]
  /** The text in a signed part, with its own headers. */
  readonly body?: Uint8Array | undefined
  readonly problem?: string | undefined
}

async function openPart(attachment: Attachment): Promise<Part> {
  const contents = openAttachment(attachment)
  const { filename, mimeType: type } = attachment
  if (!isSealed({ node: { type }, name: filename ?? undefined })) return { attachments: [contents] }
  const { leaves, body, problem } = await openSealed(contents.bytes, '')
  return problem === undefined
    ? { attachments: leaves.flatMap(toAttachments), body }
    : { attachments: [contents], problem }
}

function toAttachments({ node, name, content, contents, isRelated }: MailLeaf): MailAttachment[] {
  if (contents && contents.problem === undefined) return contents.leaves.flatMap(toAttachments)
  if (!content) return []
  const fallback = node.type === 'message/rfc822' ? 'message.eml' : 'unnamed'
  return [
    {
      name: attachmentName(name, fallback),
      mimeType: node.type,
      size: content.length,
      bytes: content,
      isInline: isRelated,
    },
  ]
}

/** The text of a mail, or of its signed part. A mail that is encrypted as a whole has none. */
async function findBody(
  { text, html }: Email,
  parts: readonly Part[],
): Promise<Pick<Email, 'text' | 'html'>> {
  if (text?.trim() || html?.trim()) return { text, html }
  const body = parts.find((part) => part.body)?.body
  if (body) return parse(body)
  const [part] = parts
  if (parts.length === 1 && part?.problem) throw new ReadError('broken-file', part.problem)
  return { text, html }
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
