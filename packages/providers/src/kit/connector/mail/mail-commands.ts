import { createHash } from 'node:crypto'
import { type DocumentSource, mailLimits, readHeaders } from '@recto/mail-formats/mail-parts'
import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow'
import { notFoundError } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { MailPlace } from './describe-mail.ts'

/** An action on a mail whose documents were processed. */
export type MailAction =
  | { readonly kind: 'leave' }
  | { readonly kind: 'read' }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'move'; readonly folder: string }

export async function openFolder(
  client: ImapFlow,
  folder: string,
  readOnly = true,
): Promise<bigint> {
  const { uidValidity } = await client.mailboxOpen(folder, { readOnly })
  return uidValidity
}

/** Selects the folder of mails. Throws if their numbers have lost their meaning since they were listed. */
export async function assertPlace(
  client: ImapFlow,
  { folder, validity }: Omit<MailPlace, 'uid'>,
  { isChanging = false } = {},
): Promise<void> {
  const { mailbox } = client
  const isSelected = mailbox && mailbox.path === folder && !(isChanging && mailbox.readOnly)
  const currentValidity = isSelected
    ? mailbox.uidValidity
    : await openFolder(client, folder, !isChanging)
  if (currentValidity !== validity)
    throw new ServiceFailure(
      'unavailable',
      'The server has given the mails of the folder new numbers.',
    )
}

export async function search(
  client: ImapFlow,
  folder: string,
  filter: SearchObject,
): Promise<{ readonly validity: bigint; readonly uids: number[] }> {
  const validity = await openFolder(client, folder)
  const uids = await client.search({ deleted: false, ...filter }, { uid: true })
  if (!uids) throw new ServiceFailure('unavailable', `The server cannot search “${folder}”.`)
  return { validity, uids }
}

const facts = { uid: true, envelope: true, size: true, internalDate: true } as const

/** Fetches what describes mails. A mail whose structure the server or the client cannot express comes without it. */
export async function fetchMails(
  client: ImapFlow,
  uids: readonly number[],
): Promise<readonly FetchMessageObject[]> {
  if (uids.length === 0) return []
  const query = Object.assign({ bodyStructure: true }, facts)
  const messages = await client.fetchAll(uids.join(','), query, { uid: true })
  const foundUids = new Set(messages.map(({ uid }) => uid))
  const missingUids = uids.filter((uid) => !foundUids.has(uid))
  if (missingUids.length === 0) return messages
  // The client leaves out a reply that it cannot read. A mail that was deleted is not found now either.
  const otherMessages = await client.fetchAll(missingUids.join(','), facts, { uid: true })
  return [...messages, ...otherMessages]
}

/** The beginning of a mail contains its headers and, for most, all of it. */
const maxDigestedBytes = 1024 * 1024

export async function digestContent(
  client: ImapFlow,
  { uid }: FetchMessageObject,
): Promise<string> {
  const query = { source: { start: 0, maxLength: maxDigestedBytes } }
  const message = await client.fetchOne(String(uid), query, { uid: true })
  const source = message ? message.source : undefined
  return createHash('sha256')
    .update(source ?? '')
    .digest('hex')
}

const bodyHeaders = [...readHeaders, 'mime-version']
/** A mail of one part describes its text in its own headers. */
const contentHeaders = ['content-type', 'content-transfer-encoding']

/** A mail of the headers that people read and the text, without attachments. */
async function fetchBody(
  client: ImapFlow,
  uid: number,
  part: string | undefined,
): Promise<Uint8Array | undefined> {
  const headers = part === undefined ? [...bodyHeaders, ...contentHeaders] : bodyHeaders
  const [key = '', ...otherKeys] = part === undefined ? ['text'] : [part, `${part}.mime`]
  // One byte more than is accepted shows that there is more.
  const bodyParts = [{ key, start: 0, maxLength: mailLimits.bytes + 1 }, ...otherKeys]
  const query = { headers, bodyParts }
  const message = await client.fetchOne(String(uid), query, { uid: true })
  if (!message || !message.headers) return undefined
  const { bodyParts: parts = new Map<string, Buffer>() } = message
  const read = (name = '') => parts.get(name) ?? Buffer.alloc(0)
  if (read(key).length > mailLimits.bytes) throw tooLongError()
  const [head, mime] = [message.headers, read(otherKeys[0])].map((bytes) =>
    bytes.toString('latin1').trimEnd(),
  )
  const lines = Buffer.from(`${[head, mime].filter(Boolean).join('\r\n')}\r\n\r\n`, 'latin1')
  return Buffer.concat([lines, read(key)])
}

/**
 * Throws if a mail cannot be moved by itself. Without these extensions, a client copies it and then removes every mail of
 * the folder that is flagged as deleted, also those that people may still take back.
 */
export function assertCanMove({ capabilities }: Pick<ImapFlow, 'capabilities'>): void {
  if (capabilities.has('MOVE') || capabilities.has('UIDPLUS')) return
  throw new ServiceFailure(
    'refused',
    'The server cannot move a single mail: it has neither MOVE nor UIDPLUS. Mark processed mails as read, or add a label.',
  )
}

/** Carries out an action on a mail. */
export async function act(client: ImapFlow, place: MailPlace, action: MailAction): Promise<void> {
  await assertPlace(client, place, { isChanging: true })
  const uid = String(place.uid)
  if (action.kind === 'leave') return
  if (action.kind === 'move') {
    assertCanMove(client)
    await createFolder(client, action.folder)
    if (!(await client.messageMove(uid, action.folder, { uid: true })))
      throw new ServiceFailure('refused', `A mail could not be moved to “${action.folder}”.`)
    return
  }
  const flag = action.kind === 'read' ? '\\Seen' : action.label
  if (!(await client.messageFlagsAdd(uid, [flag], { uid: true })))
    throw new ServiceFailure('refused', `The server does not accept the label “${flag}”.`)
}

async function createFolder(client: ImapFlow, folder: string): Promise<void> {
  const isMissing = await client.status(folder, { messages: true }).then(
    (status) => !status,
    () => true,
  )
  if (isMissing) await client.mailboxCreate(folder)
}

/** Fetches the headers of a mail that people read, without the empty line after them. */
export async function fetchReadHeaders(client: ImapFlow, uid: number): Promise<Uint8Array> {
  const message = await client.fetchOne(String(uid), { headers: bodyHeaders }, { uid: true })
  const head = message && message.headers ? message.headers.toString('latin1').trimEnd() : ''
  return Buffer.from(head === '' ? '' : `${head}\r\n`, 'latin1')
}

const tooLongError = () => new ServiceFailure('refused', 'The server sends more than the mail has.')

const chunkSize = 256 * 1024

/** Downloads a document of a mail whose folder is selected. */
export async function* download(
  client: ImapFlow,
  uid: number,
  { source, path }: { readonly source: DocumentSource; readonly path: string },
): AsyncGenerator<Uint8Array> {
  if (source.kind === 'body') {
    const body = await fetchBody(client, uid, source.part)
    if (!body) throw notFoundError(path)
    yield body
    return
  }
  const part = source.kind === 'part' ? source.part : undefined
  const { content } = await client.download(String(uid), part, {
    uid: true,
    // The bytes are those of the file: its own declarations of characters stay true.
    decodeText: false,
    chunkSize,
  })
  if (!content) throw notFoundError(path)
  let byteCount = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    byteCount += chunk.length
    if (byteCount > mailLimits.bytes) throw tooLongError()
    yield chunk
  }
}
