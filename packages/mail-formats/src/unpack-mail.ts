import { omitUndefined } from '@recto/omit-undefined'
import { listMailDocuments, type MailDocumentChoice, readHeaders, toSegment } from './mail-parts.ts'
import { type OpenedMail, openMail } from './open-mail.ts'

/** A document of a mail. */
export type UnpackedDocument = {
  /** Unique among the documents of the mail; a segment of a path. */
  readonly name: string
  readonly mimeType: string | null
  /** Empty if it cannot be taken. */
  readonly bytes: Uint8Array
  /** Reason why it cannot be taken. */
  readonly problem?: string
}

const noBytes = new Uint8Array()

/** Returns the documents of a mail. What cannot be taken is listed with the reason. */
export async function unpackMail(
  bytes: Uint8Array,
  choice: MailDocumentChoice,
): Promise<readonly UnpackedDocument[]> {
  const contents = await openMail(bytes).catch(() => undefined)
  if (!contents) {
    const problem = 'The mail is damaged and cannot be parsed.'
    return [{ name: 'mail.eml', mimeType: 'message/rfc822', bytes: noBytes, problem }]
  }
  const { leaves, isTooDeep, mail } = contents
  const subject = mail.subject?.trim() ?? ''
  const shape = { structure: { type: 'multipart/mixed' }, subject, size: bytes.length }
  const documents = listMailDocuments(shape, { leaves, isTooDeep }, choice)
  if (documents.length === 0 && choice === 'attachments_or_body' && contents.body)
    return [
      {
        name: toSegment(`${subject || 'mail'}.eml`),
        mimeType: 'message/rfc822',
        bytes: buildBodyMail(contents, contents.body),
      },
    ]
  return documents.map(({ name, contentType, content, source, problem }) => ({
    name,
    mimeType: contentType,
    bytes:
      problem === undefined ? (content ?? (source.kind === 'mail' ? bytes : noBytes)) : noBytes,
    ...omitUndefined({ problem }),
  }))
}

const bodyHeaders: ReadonlySet<string> = new Set(readHeaders)

/** A mail of the headers that people read and the text, without attachments. */
function buildBodyMail({ mail }: OpenedMail, body: Uint8Array): Uint8Array {
  const lines = mail.headerLines.filter(({ key }) => bodyHeaders.has(key)).map(({ line }) => line)
  // A folded line keeps its bytes.
  const head = [...lines, 'MIME-Version: 1.0', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), body])
}
