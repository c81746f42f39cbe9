import {
  listParts,
  type MailDocument,
  type MailDocumentChoice,
  mailLimits,
} from '@recto/mail-formats/mail-parts'
import { omitUndefined } from '@recto/omit-undefined'
import type { FileEntry, ListenRequest } from '@recto/provider-spec/file-connector'
import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow'
import { type Files, fileEntry, folderEntry } from '../open-files.ts'
import { notFoundError, segmentsOf } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import {
  buildMailSearch,
  type DescribedMail,
  describeMail,
  describePathStart,
  findMessageId,
  listSealedParts,
  type MailPlace,
} from './describe-mail.ts'
import type { ImapSessions } from './imap-sessions.ts'
import { KnownMails } from './known-mails.ts'
import { listenToMailbox } from './listen-to-mailbox.ts'
import {
  act,
  assertCanMove,
  assertPlace,
  digestContent,
  download,
  fetchMails,
  type MailAction,
  openFolder,
  search,
} from './mail-commands.ts'
import { OpenedParts } from './opened-parts.ts'

export type MailboxSettings = {
  readonly folders: readonly string[]
  readonly senders: readonly string[]
  readonly subject: string | undefined
  readonly maxAgeDays: number | undefined
  readonly needsAttachment: boolean
  readonly choice: MailDocumentChoice
  readonly doneAction: MailAction
  readonly failedFolder: string | undefined
}

const dayMilliseconds = 86_400_000
/** Number of mails that are described together. */
const pageSize = 50
/** The mails of a mailbox as folders, and their documents as files in them. */
export class MailboxFiles implements Files {
  readonly #settings: MailboxSettings
  readonly #sessions: ImapSessions
  readonly #known = new KnownMails<DescribedMail>()
  /** The copies of the mail that was last listed by itself. */
  #copies: readonly DescribedMail[] = []
  readonly #openedParts = new OpenedParts()

  constructor(settings: MailboxSettings, sessions: ImapSessions) {
    this.#settings = settings
    this.#sessions = sessions
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#use(signal, async (client) => {
      for (const folder of this.#settings.folders) await openFolder(client, folder)
      const { doneAction, failedFolder } = this.#settings
      if (doneAction.kind === 'move' || failedFolder !== undefined) assertCanMove(client)
    })
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const [path, ...rest] = segmentsOf(folder)
    if (path === undefined) {
      yield* this.#listMails(signal)
      return
    }
    const mail = rest.length === 0 ? await this.#find(path, signal) : undefined
    if (!mail) throw notFoundError(folder)
    yield mail.documents.map((document) => toEntry(mail, document))
  }

  async *#listMails(signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const listedPaths = new Set<string>()
    for (const folder of this.#settings.folders) {
      const { validity, uids } = await this.#use(signal, (client) =>
        search(client, folder, buildFilter(this.#settings)),
      )
      // The newest come first, so that a preview shows them.
      uids.reverse()
      for (let start = 0; start < uids.length; start += pageSize) {
        const request = { folder, validity, uids: uids.slice(start, start + pageSize) }
        const mails = await this.#describe(request, signal)
        const newMails = mails.filter(
          ({ path, documents }) => documents.length > 0 && !listedPaths.has(path),
        )
        const distinctMails = [...new Map(newMails.map((mail) => [mail.path, mail])).values()]
        for (const mail of distinctMails) {
          listedPaths.add(mail.path)
          this.#known.add(mail)
        }
        yield distinctMails.map(({ path, date }) => ({ ...folderEntry(path, date), isUnit: true }))
      }
    }
  }

  async find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    const [mailPath, name, ...rest] = segmentsOf(path)
    if (mailPath === undefined) return folderEntry('')
    const mail = await this.#find(mailPath, signal)
    if (!mail || rest.length > 0) return undefined
    if (name === undefined) return { ...folderEntry(mailPath, mail.date), isUnit: true }
    const document = findDocument(mail, name)
    return document && toEntry(mail, document)
  }

  async open(path: string, signal: AbortSignal, reading: AbortSignal) {
    const [mailPath = '', name] = segmentsOf(path)
    const mail = await this.#find(mailPath, signal)
    const document = mail && findDocument(mail, name)
    if (!mail || !document) throw notFoundError(path)
    if (document.problem !== undefined) throw new ServiceFailure('refused', document.problem)
    return {
      entry: toEntry(mail, document),
      size: null,
      bytes: this.#read(mail, document, reading),
    }
  }

  /** Reads a document in a session of its own, because a download needs its folder until it ends. */
  async *#read(
    { path, place }: DescribedMail,
    { source, name }: MailDocument,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const session = await this.#sessions.acquire(signal)
    let isComplete = false
    try {
      await assertPlace(session.client, place)
      const { client } = session
      if (source.kind === 'opened')
        yield await this.#openedParts.read(client, place, source, signal)
      else yield* download(client, place.uid, { source, path: `${path}/${name}` })
      isComplete = true
    } catch (error) {
      throw session.findCause(error)
    } finally {
      if (isComplete) session.release()
      else {
        // Its number may have changed, and a command may be unfinished.
        this.#known.delete(path)
        session.discard()
      }
    }
  }

  write = refuseWriting
  move = refuseMoving
  remove = refuseMoving

  /** Does with a mail, and with its copies, what the settings say. Repeating it changes nothing. */
  async settleUnit(
    path: string,
    outcome: 'done' | 'failed',
    signal: AbortSignal,
  ): Promise<boolean> {
    const action = this.#findAction(outcome)
    if (action.kind === 'leave') return false
    const [mailPath = ''] = segmentsOf(path)
    const isListed = this.#copies.some((copy) => copy.path === mailPath)
    const copies = isListed ? this.#copies : await this.#search(mailPath, {}, signal)
    for (const { place } of copies) {
      if (action.kind === 'move' && action.folder === place.folder) continue
      await this.#use(signal, (client) => act(client, place, action))
    }
    this.#known.delete(mailPath)
    this.#copies = []
    return action.kind === 'move' && !this.#settings.folders.includes(action.folder)
  }

  /** Finds a mail, and its copies, by the id in its data: a search by days may find thousands. */
  async listUnit(
    path: string,
    metadata: DescribedMail['metadata'],
    signal: AbortSignal,
  ): Promise<readonly FileEntry[]> {
    const [mailPath = ''] = segmentsOf(path)
    this.#copies = await this.#search(mailPath, metadata, signal)
    const [mail] = this.#copies
    if (!mail) throw notFoundError(path)
    this.#known.add(mail)
    return mail.documents.map((document) => toEntry(mail, document))
  }

  get settlesUnits(): boolean {
    const { doneAction, failedFolder } = this.#settings
    return doneAction.kind !== 'leave' || failedFolder !== undefined
  }

  #findAction(outcome: 'done' | 'failed'): MailAction {
    const { doneAction, failedFolder } = this.#settings
    if (outcome === 'done') return doneAction
    return failedFolder === undefined ? { kind: 'leave' } : { kind: 'move', folder: failedFolder }
  }

  listen(request: ListenRequest): Promise<void> {
    return listenToMailbox(this.#sessions, this.#settings.folders, request)
  }

  close(): void {
    this.#sessions.close()
  }

  async #find(path: string, signal: AbortSignal): Promise<DescribedMail | undefined> {
    const knownMail = this.#known.get(path)
    if (knownMail) return knownMail
    const [mail] = await this.#search(path, {}, signal)
    if (mail) this.#known.add(mail)
    return mail
  }

  /** Finds a mail by its path, in every folder: its number may have changed since it was listed. */
  async #search(
    path: string,
    metadata: DescribedMail['metadata'],
    signal: AbortSignal,
  ): Promise<readonly DescribedMail[]> {
    const filter = buildMailSearch(path, metadata)
    const mails: DescribedMail[] = []
    for (const folder of this.#settings.folders) {
      const { validity, uids } = await this.#use(signal, (client) => search(client, folder, filter))
      for (let start = 0; start < uids.length; start += pageSize) {
        const request = { folder, validity, uids: uids.slice(start, start + pageSize), path }
        mails.push(...(await this.#describe(request, signal)).filter((mail) => mail.path === path))
      }
    }
    return mails
  }

  async #describe(
    { folder, validity, uids, path }: DescriptionRequest,
    signal: AbortSignal,
  ): Promise<readonly DescribedMail[]> {
    const { choice, needsAttachment, senders } = this.#settings
    const isWanted = (message: FetchMessageObject) =>
      (path === undefined || path.startsWith(describePathStart(message))) &&
      isFromSenders(message, senders) &&
      (!needsAttachment || hasAttachment(message))
    return this.#use(signal, async (client) => {
      await assertPlace(client, { folder, validity })
      const messages = await fetchMails(client, uids)
      const mails: DescribedMail[] = []
      for (const message of messages.filter(isWanted)) {
        const hasId = findMessageId(message) !== undefined
        const contentDigest = hasId ? undefined : await digestContent(client, message)
        const place = { folder, validity, uid: message.uid }
        const isOpened = choice !== 'mail' && (message.size ?? 0) <= mailLimits.bytes
        const sealedParts = isOpened ? listSealedParts(message) : []
        const openedParts = await this.#openedParts.describe(client, place, sealedParts, signal)
        mails.push(describeMail({ message, place, choice, contentDigest, openedParts }))
      }
      return mails
    })
  }

  async #use<T>(signal: AbortSignal, run: (client: ImapFlow) => Promise<T>): Promise<T> {
    const session = await this.#sessions.acquire(signal)
    try {
      const result = await run(session.client)
      session.release()
      return result
    } catch (error) {
      throw session.findCause(error)
    } finally {
      session.discard()
    }
  }
}

type DescriptionRequest = Omit<MailPlace, 'uid'> & {
  readonly uids: readonly number[]
  /** These are the only mails that may have this path. */
  readonly path?: string
}

const refuseWriting = () =>
  Promise.reject(new ServiceFailure('refused', 'Files cannot be written to a mailbox.'))

const refuseMoving = () =>
  Promise.reject(
    new ServiceFailure(
      'refused',
      'An attachment cannot be moved or deleted. Choose in the settings of the connector what happens to the mail.',
    ),
  )

const findDocument = ({ documents }: DescribedMail, name: string | undefined) =>
  documents.find((document) => document.name === name)

function toEntry({ path, date, metadata }: DescribedMail, document: MailDocument): FileEntry {
  const { name, contentType, encodedSize } = document
  // The path has a digest of the mail, whose parts never change.
  const version = `${path.slice(-16)}/${encodedSize}`
  return {
    ...fileEntry(`${path}/${name}`, { contentType, modifiedAt: date, version }),
    metadata,
  }
}

function buildFilter({ senders, subject, maxAgeDays }: MailboxSettings): SearchObject {
  const choices = senders.map((from): SearchObject => ({ from }))
  return omitUndefined({
    from: senders.length === 1 ? senders[0] : undefined,
    or: senders.length > 1 ? choices : undefined,
    subject,
    since: maxAgeDays ? new Date(Date.now() - maxAgeDays * dayMilliseconds) : undefined,
  })
}

/**
 * Whether a mail is from one of the addresses or domains. A server also finds names that contain them, which anybody can
 * write.
 */
function isFromSenders({ envelope }: FetchMessageObject, senders: readonly string[]): boolean {
  if (senders.length === 0) return true
  const address = envelope?.from?.[0]?.address?.toLowerCase() ?? ''
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return senders
    .map((sender) => sender.toLowerCase().replace(/^@/, ''))
    .some((sender) => (sender.includes('@') ? sender === address : sender === domain))
}

/**
 * Whether a mail has an attached file or mail; the pictures of its text do not count. Some programs give every attachment a
 * Content-ID. A mail that the server does not describe may have one.
 */
const hasAttachment = ({ bodyStructure }: FetchMessageObject): boolean =>
  !bodyStructure ||
  listParts(bodyStructure).leaves.some(
    ({ node, name }) =>
      node.disposition === 'attachment' ||
      node.type === 'message/rfc822' ||
      (name !== undefined && !(node.id !== undefined && node.type.startsWith('image/'))),
  )
