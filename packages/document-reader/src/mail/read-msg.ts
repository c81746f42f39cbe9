import msgReader, { type FieldsData } from '@kenjiuno/msgreader'
import { ReadError } from '@recto/document-text/read-error'
import { decodeText } from '../detect/decode-text.ts'
import { attachmentName, type Mail, type MailAttachment } from './mail-flow.ts'
import { refuseCircles } from './refuse-circles.ts'

const msgType = 'application/vnd.ms-outlook'

/** A message as Outlook saves it ([MS-OXMSG]). Messages inside it are attachments. Throws `ReadError`. */
export function readMsg(bytes: Uint8Array): Mail {
  try {
    return open(bytes)
  } catch (error) {
    throw new ReadError('broken-file', 'The Outlook message is damaged or incomplete.', {
      cause: error,
    })
  }
}

function open(bytes: Uint8Array): Mail {
  refuseCircles(bytes)
  const reader = new msgReader.default(
    new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )
  const fields = reader.getFileData()
  if (fields.error) throw new Error(fields.error)
  const people = (type: string) =>
    (fields.recipients ?? [])
      .filter(({ recipType = 'to' }) => recipType === type)
      .map((one) => showPerson(one.name, one.smtpAddress ?? one.email))
      .join(', ')
  return {
    headers: [
      ['From', showPerson(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
      ['To', people('to')],
      ['Cc', people('cc')],
      ['Bcc', people('bcc')],
      ['Date', fields.clientSubmitTime ?? fields.messageDeliveryTime],
      ['Subject', fields.subject],
    ],
    text: fields.body,
    html: fields.bodyHtml ?? (fields.html && decodeText(fields.html, charsetOf(fields.html))),
    attachments: (fields.attachments ?? []).map((one) =>
      toAttachment(one, reader.getAttachment(one).content),
    ),
  }
}

function toAttachment(fields: FieldsData, content: Uint8Array): MailAttachment {
  const isMessage = fields.innerMsgContent === true
  const fallback = isMessage
    ? `${fields.innerMsgContentFields?.subject ?? 'message'}.msg`
    : 'unnamed'
  return {
    name: attachmentName(fields.fileName ?? fields.fileNameShort, fallback),
    mimeType: isMessage ? msgType : (fields.attachMimeTag ?? 'application/octet-stream'),
    size: content.length,
    bytes: content,
    isInline: fields.attachmentHidden === true || fields.pidContentId !== undefined,
  }
}

/** Addresses inside an organization are no mail addresses, so only the name is shown. */
function showPerson(name = '', address = ''): string {
  if (!address.includes('@') || address === name) return name || address
  return name ? `${name} <${address}>` : address
}

function charsetOf(html: Uint8Array): string | undefined {
  const head = Buffer.from(html.subarray(0, 2048)).toString('latin1')
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1]
}
