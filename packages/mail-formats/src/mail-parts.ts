import { omitUndefined } from '@recto/omit-undefined'

export type MailDocumentChoice = 'attachments' | 'attachments_or_body' | 'mail'

/**
 * Where the bytes of a document are: in a part, within a part that was opened, in the text that people read, or in the mail
 * as a whole.
 */
export type DocumentSource =
  | { readonly kind: 'part'; readonly part: string }
  | { readonly kind: 'opened'; readonly part: string; readonly inner: string }
  | { readonly kind: 'body'; readonly part: string | undefined }
  | { readonly kind: 'mail' }

export type MailDocument = {
  /** Unique among the documents of the mail. */
  readonly name: string
  readonly source: DocumentSource
  readonly contentType: string | null
  /** Size as it is sent, which is larger than the file. */
  readonly encodedSize: number
  /** Reason why it cannot be taken. */
  readonly problem?: string
  /** Its bytes, if they are known already. */
  readonly content?: Uint8Array
}

export const mailLimits = {
  bytes: 50 * 1024 * 1024,
  attachments: 200,
  /** Parts of a mail, also those that are no attachments. */
  parts: 2000,
  depth: 12,
} as const

/** Headers of a mail that people read. */
export const readHeaders = ['from', 'to', 'cc', 'date', 'subject', 'message-id'] as const

/** A part as the structure of its mail describes it. */
export type MailNode = {
  readonly type: string
  readonly part?: string | undefined
  readonly size?: number | undefined
  readonly encoding?: string | undefined
  readonly id?: string | undefined
  readonly disposition?: string | undefined
  readonly parameters?: Readonly<Record<string, string>> | undefined
  readonly dispositionParameters?: Readonly<Record<string, string>> | undefined
  readonly envelope?: { readonly subject?: string | undefined } | undefined
  readonly childNodes?: readonly MailNode[] | undefined
}

type Node = MailNode

/** A part that is not divided further, or a mail within the mail. */
export type MailLeaf = {
  readonly node: Node
  readonly part: string
  readonly name: string | undefined
  readonly isRelated: boolean
  /** The leaves of a mail within the mail. */
  readonly inner?: readonly MailLeaf[]
  /** The sealed part that it was found in, whose content its own number counts. */
  readonly sealedIn?: string
  readonly content?: Uint8Array
  /** The content of a sealed part, once it was opened. */
  readonly contents?: OpenedPart
}

export type OpenedPart = {
  readonly leaves: readonly MailLeaf[]
  /** The text that people read, as a part with its headers. */
  readonly body?: Uint8Array
  /** Reason why it cannot be opened. */
  readonly problem?: string
}

export type MailParts = {
  readonly leaves: readonly MailLeaf[]
  readonly isTooDeep: boolean
}

/** Lists the parts of a mail in order. What lies too deep or is too much is left out, which `isTooDeep` says. */
export function listParts(structure: Node | undefined): MailParts {
  let count = 0
  let isTooDeep = false
  const visit = (
    node: Node,
    part: string,
    context: { depth: number; isRelated: boolean },
  ): MailLeaf[] => {
    count += 1
    if (count > mailLimits.parts || context.depth > mailLimits.depth) {
      isTooDeep = true
      return []
    }
    const { childNodes = [], type } = node
    const depth = context.depth + 1
    if (type === 'message/rfc822' && childNodes.length > 0) {
      const inner = childNodes.flatMap((child) =>
        // A mail of one part numbers that part 1.
        visit(child, child.childNodes ? part : `${part}.1`, { depth, isRelated: false }),
      )
      return [{ node, part, name: nameOf(node), isRelated: false, inner }]
    }
    if (childNodes.length > 0) {
      const isRelated = type === 'multipart/related'
      return childNodes.flatMap((child) => visit(child, child.part ?? '1', { depth, isRelated }))
    }
    return [{ node, part, name: nameOf(node), isRelated: context.isRelated }]
  }
  const leaves = structure
    ? visit(structure, structure.part ?? '1', { depth: 0, isRelated: false })
    : []
  return { leaves, isTooDeep }
}

const nameOf = ({ dispositionParameters, parameters }: Node): string | undefined =>
  dispositionParameters?.filename ?? parameters?.name

const isAttached = ({ node, name }: MailLeaf): boolean =>
  node.disposition === 'attachment' || name !== undefined

/** Whether a part is the text that people read, or one of its forms. */
const isText = (leaf: MailLeaf): boolean =>
  /^text\/(?:plain|html|enriched)$/.test(leaf.node.type) && !isAttached(leaf)

/** Facts of the attachments that stay the same when a mail is moved or copied. */
export const describeAttachments = (leaves: readonly MailLeaf[]): readonly unknown[] =>
  leaves
    .filter((leaf) => !isText(leaf))
    .map(({ node, name, inner }) => [
      name ?? '',
      node.type,
      node.size ?? 0,
      inner ? describeAttachments(inner) : [],
    ])

const readableNames =
  /\.(?:pdf|docx?|docm|dotx?|xlsx?|xlsm|xlsb|pptx?|pptm|odt|ods|odp|rtf|txt|md|csv|tsv|html?|xhtml|xml|json|ya?ml|eml|msg|mbox|zip|png|jpe?g|jfif|gif|bmp|tiff?|webp|heic|heif)$/i
const readableTypes =
  /^(?:application\/(?:pdf|x-pdf|msword|rtf|xml|json|zip|vnd\.ms-(?:excel|powerpoint|outlook)\b.*|vnd\.openxmlformats-officedocument\..*|vnd\.oasis\.opendocument\..*)|image\/.*|text\/(?:csv|tab-separated-values|xml|rtf)|message\/rfc822)$/
/** The structure of a mail does not say what is in them. */
const sealedTypes = /^application\/(?:ms-tnef|vnd\.ms-tnef|(?:x-)?pkcs7-mime)$/
const sealedNames = /^(?:winmail\.dat|[^/]{0,200}\.p7m)$/i

/** Whether a part has to be opened to list what is in it: `winmail.dat`, and the content of a signed or encrypted mail. */
export const isSealed = ({ node, name }: Pick<MailLeaf, 'node' | 'name'>): boolean =>
  sealedTypes.test(node.type) ||
  (node.type === 'application/octet-stream' && name !== undefined && sealedNames.test(name))

function isReadable(leaf: MailLeaf): boolean {
  const { node, name } = leaf
  if (isText(leaf)) return false
  if (isSealed(leaf) || readableTypes.test(node.type)) return true
  if (name !== undefined && readableNames.test(name)) return true
  return /^text\/(?:plain|html)$/.test(node.type)
}

/** Bytes: a smaller picture within a text is a logo or a symbol. */
const maxDecorationBytes = 150_000
/** Bytes: a smaller picture is an icon or a tracking pixel wherever it is. */
const maxIconBytes = 4000
/** Some programs put photographs into the text in this way, and logos of signatures. */
const maxInlineBytes = 20_000

function isDecoration({ node, isRelated }: MailLeaf): boolean {
  if (!node.type.startsWith('image/')) return false
  const bytes = getDecodedSize(node)
  if (bytes < maxIconBytes) return true
  if (node.id === undefined) return false
  if (isRelated) return bytes < maxDecorationBytes
  return node.disposition !== 'attachment' && bytes < maxInlineBytes
}

/** Names that mail programs give the pictures of a text, which sometimes lose their Content-ID on the way. */
const programNames = /^(?:image\d{3}|ATT\d{5}|Outlook-\w{1,40})\.(?:png|gif|jpe?g)$/i

/**
 * Leaves out small pictures of a text next to other documents, such as the logo of a signature. It is decided for each mail
 * alone, so that another listing, with other mails, decides the same.
 */
function dropTextPictures(leaves: readonly MailLeaf[]): readonly MailLeaf[] {
  const isPicture = ({ node }: MailLeaf) => node.type.startsWith('image/')
  if (leaves.every(isPicture)) return leaves
  const isOfText = (leaf: MailLeaf) =>
    isPicture(leaf) &&
    programNames.test(leaf.name ?? '') &&
    getDecodedSize(leaf.node) < maxInlineBytes
  return leaves.filter((leaf) => !isOfText(leaf))
}

/** Base64 has line breaks, and four letters for three bytes. */
const getDecodedSize = ({ encoding, size = 0 }: Node): number =>
  encoding === 'base64' ? size * 0.73 : size

/** The part with the text that people read; `undefined` if it is the mail itself. */
function findBodyPart(structure: Node): string | undefined {
  let node = structure
  while (node.childNodes && node.type !== 'multipart/alternative') {
    const next = node.childNodes.find(
      (child) => child.type.startsWith('multipart/') || /^text\/(?:plain|html)$/.test(child.type),
    )
    if (!next) break
    node = next
  }
  return node === structure ? undefined : node.part
}

export type MailShape = {
  readonly structure: Node | undefined
  readonly subject: string
  readonly size: number
}

/** Lists the documents of a mail. Their names do not depend on other mails. */
export function listMailDocuments(
  { structure, subject, size }: MailShape,
  { leaves, isTooDeep }: MailParts,
  choice: MailDocumentChoice,
): readonly MailDocument[] {
  const names = createNames()
  const mailName = `${subject || 'mail'}.eml`
  const refuse = (problem: string): MailDocument => ({
    name: names(mailName),
    source: { kind: 'mail' },
    contentType: 'message/rfc822',
    encodedSize: size,
    problem,
  })
  if (size > mailLimits.bytes)
    return [
      refuse(
        `The mail has ${toMegabytes(size)} MB. The limit is ${toMegabytes(mailLimits.bytes)} MB.`,
      ),
    ]
  const whole = { name: mailName, contentType: 'message/rfc822', encodedSize: size }
  if (choice === 'mail') return [{ ...whole, name: names(mailName), source: { kind: 'mail' } }]
  if (!structure && choice === 'attachments')
    return [
      refuse('The server does not say what the mail contains, so its attachments cannot be taken.'),
    ]
  const attachments = dropTextPictures(listReadable(leaves))
  const documents = attachments.slice(0, mailLimits.attachments).map(
    ({ node, part, name, sealedIn, content, contents }): MailDocument => ({
      name: names(name ?? fallbackName(node)),
      source:
        sealedIn === undefined
          ? { kind: 'part', part }
          : { kind: 'opened', part: sealedIn, inner: part },
      contentType: node.type,
      encodedSize: node.size ?? 0,
      ...omitUndefined({ content, problem: contents?.problem }),
    }),
  )
  if (attachments.length > mailLimits.attachments)
    documents.push(
      refuse(
        `The mail has ${attachments.length} attachments. The first ${mailLimits.attachments} are taken.`,
      ),
    )
  if (isTooDeep)
    documents.push(
      refuse('The mail has too many parts or mails within mails, and not all are taken.'),
    )
  return documents
}

/** Returns the text of a mail as a document. */
export function describeBody({ structure, subject, size }: MailShape): MailDocument {
  return {
    name: toSegment(`${subject || 'mail'}.eml`),
    // A server that does not describe a mail can still send it.
    source: structure ? { kind: 'body', part: findBodyPart(structure) } : { kind: 'mail' },
    contentType: 'message/rfc822',
    encodedSize: size,
  }
}

/** Lists the attachments that can be read. A mail within the mail counts if it has none of its own. */
const listReadable = (leaves: readonly MailLeaf[]): readonly MailLeaf[] =>
  leaves.flatMap(findReadable)

function findReadable(leaf: MailLeaf): readonly MailLeaf[] {
  const { contents } = leaf
  if (contents) return contents.problem === undefined ? listReadable(contents.leaves) : [leaf]
  const inner = listReadable(leaf.inner ?? [])
  if (inner.length > 0) return inner
  return isReadable(leaf) && !isDecoration(leaf) ? [leaf] : []
}

const fallbackExtensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/tiff': '.tif',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/csv': '.csv',
}

function fallbackName({ type, envelope }: Node): string {
  if (type === 'message/rfc822') return `${envelope?.subject || 'mail'}.eml`
  return `attachment${fallbackExtensions[type] ?? ''}`
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const maxNameLength = 120

/** Makes a text a segment of a path: the extension stays. */
export function toSegment(text: string, maxLength = maxNameLength): string {
  const name = text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[/\\\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (name === '' || /^\.+$/.test(name)) return 'unnamed'
  const letters = [...name]
  if (letters.length <= maxLength) return name
  const [extension = ''] = /\.\w{1,8}$/.exec(name) ?? []
  return `${letters
    .slice(0, maxLength - extension.length)
    .join('')
    .trim()}${extension}`
}

/** Returns a function that gives each document a name of its own. */
function createNames(): (text: string) => string {
  const usedNames = new Set<string>()
  return (text) => {
    const name = toSegment(text)
    const stem = name.replace(/\.\w{1,8}$/, '')
    const extension = name.slice(stem.length)
    let free = name
    for (let number = 2; usedNames.has(free); number++) free = `${stem} (${number})${extension}`
    usedNames.add(free)
    return free
  }
}
