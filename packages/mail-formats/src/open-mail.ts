import { omitUndefined } from '@recto/omit-undefined'
import postalMime, { type Attachment, type Email } from 'postal-mime'
import {
  isSealed,
  type MailLeaf,
  type MailNode,
  mailLimits,
  type OpenedPart,
} from './mail-parts.ts'
import { readCms } from './read-cms.ts'
import { isTnef, readTnef, TnefError, type TnefFile } from './read-tnef.ts'

export type OpenedMail = Pick<OpenedPart, 'leaves' | 'body'> & {
  readonly mail: Email
  readonly isTooDeep: boolean
}

type Opening = {
  /** Number of parts that may still be opened. */
  left: number
  isTooDeep: boolean
  readonly sealedIn: string
}

const encryptedMailProblem =
  'The mail is encrypted, and only its recipient has the key. Ask the sender for an unencrypted mail.'

/** Opens a mail with all that is in it. Throws if it is no mail that can be parsed. */
export async function openMail(bytes: Uint8Array): Promise<OpenedMail> {
  const opening: Opening = { left: mailLimits.parts, isTooDeep: false, sealedIn: '' }
  const contents = await openAt(bytes, opening, { prefix: '', depth: 0 })
  return { ...contents, isTooDeep: opening.isTooDeep }
}

/** Opens a part whose contents the structure of its mail does not describe. Never throws. */
export async function openSealed(bytes: Uint8Array, part: string): Promise<OpenedPart> {
  const opening: Opening = { left: mailLimits.parts, isTooDeep: false, sealedIn: part }
  const contents = await openSealedAt(bytes, opening, { prefix: '', depth: 0 })
  return opening.isTooDeep && contents.problem === undefined
    ? { leaves: [], problem: 'It has too many parts, or mails within mails.' }
    : contents
}

type Position = { readonly prefix: string; readonly depth: number }

async function openAt(
  bytes: Uint8Array,
  opening: Opening,
  { prefix, depth }: Position,
): Promise<Omit<OpenedMail, 'isTooDeep'>> {
  const mail = await postalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 100 })
  const leaves: MailLeaf[] = []
  for (const [index, attachment] of mail.attachments.entries()) {
    opening.left -= 1
    if (opening.left < 0 || depth > mailLimits.depth) {
      opening.isTooDeep = true
      break
    }
    const part = `${prefix}${index + 1}`
    leaves.push(await openAttachment(attachment, opening, { prefix: part, depth }))
  }
  const signedBody = leaves.find(({ contents }) => contents?.body)?.contents?.body
  const body = buildBody(mail.text, mail.html) ?? signedBody
  return { mail, leaves, ...omitUndefined({ body }) }
}

async function openAttachment(
  attachment: Attachment,
  opening: Opening,
  { prefix: part, depth }: Position,
): Promise<MailLeaf> {
  const {
    filename,
    mimeType,
    disposition,
    contentId,
    related: isRelated = false,
    content: bytes,
  } = attachment
  const content = typeof bytes === 'string' ? Buffer.from(bytes) : new Uint8Array(bytes)
  const node: MailNode = {
    type: mimeType,
    size: content.length,
    ...omitUndefined({ disposition: disposition ?? undefined, id: contentId }),
  }
  const leaf: MailLeaf = {
    node,
    part,
    content,
    name: filename ?? undefined,
    isRelated,
    sealedIn: opening.sealedIn,
  }
  const position = { prefix: `${part}.`, depth: depth + 1 }
  if (isSealed(leaf)) return { ...leaf, contents: await openSealedAt(content, opening, position) }
  if (mimeType !== 'message/rfc822') return leaf
  const contents = await openAt(content, opening, position).catch(() => undefined)
  if (!contents) return leaf
  const envelope = omitUndefined({ subject: contents.mail.subject })
  return { ...leaf, node: { ...node, envelope }, inner: contents.leaves }
}

async function openSealedAt(
  bytes: Uint8Array,
  opening: Opening,
  position: Position,
): Promise<OpenedPart> {
  if (position.depth > mailLimits.depth) {
    opening.isTooDeep = true
    return { leaves: [] }
  }
  if (isTnef(bytes)) return openTnef(bytes, opening, position)
  const cms = readCms(bytes)
  if (cms.kind === 'encrypted') return { leaves: [], problem: encryptedMailProblem }
  if (cms.kind === 'other') return { leaves: [], problem: cms.reason }
  try {
    const { leaves, body } = await openAt(cms.content, opening, position)
    return { leaves, ...omitUndefined({ body }) }
  } catch {
    return { leaves: [], problem: 'The signed mail is damaged and cannot be parsed.' }
  }
}

function openTnef(bytes: Uint8Array, opening: Opening, { prefix, depth }: Position): OpenedPart {
  try {
    const { files, text, html } = readTnef(bytes)
    const leaves: MailLeaf[] = []
    for (const [index, file] of files.entries()) {
      opening.left -= 1
      if (opening.left < 0) {
        opening.isTooDeep = true
        break
      }
      leaves.push(toLeaf(file, opening, { prefix: `${prefix}${index + 1}`, depth: depth + 1 }))
    }
    return { leaves, ...omitUndefined({ body: buildBody(text, html) }) }
  } catch (error) {
    if (!(error instanceof TnefError)) throw error
    return { leaves: [], problem: `The file of Outlook cannot be opened. ${error.message}` }
  }
}

function toLeaf(file: TnefFile, opening: Opening, { prefix: part, depth }: Position): MailLeaf {
  const { name, mimeType, contentId, isHidden, content, isMessage } = file
  const leaf: MailLeaf = {
    part,
    content,
    name,
    isRelated: isHidden,
    sealedIn: opening.sealedIn,
    node: {
      type: mimeType ?? 'application/octet-stream',
      size: content.length,
      // A hidden file is a picture of the text, also without an id.
      ...omitUndefined({ id: contentId ?? (isHidden ? part : undefined) }),
    },
  }
  if (!isMessage) return leaf
  if (depth <= mailLimits.depth)
    return { ...leaf, contents: openTnef(content, opening, { prefix: `${part}.`, depth }) }
  opening.isTooDeep = true
  return leaf
}

/** Builds a part of the text that people read, in the form that shows most. */
function buildBody(text: string | undefined, html: string | undefined): Uint8Array | undefined {
  const isPlain = Boolean(text?.trim())
  const content = isPlain ? text : html
  if (!content?.trim()) return undefined
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  const type = `Content-Type: text/${isPlain ? 'plain' : 'html'}; charset=utf-8`
  return Buffer.from(
    `${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines.join('\r\n')}\r\n`,
  )
}
