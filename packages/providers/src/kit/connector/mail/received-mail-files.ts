import type { FileEntry } from '@recto/provider-spec/file-connector'
import type {
  ArrivedDocument,
  ArrivedMail,
  ReceivedMails,
} from '@recto/provider-spec/received-mails'
import { type Files, fileEntry, folderEntry } from '../open-files.ts'
import { notFoundError, segmentsOf } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import { KnownMails } from './known-mails.ts'

/** Mails that were received as folders, and their documents as files in them. */
export class ReceivedMailFiles implements Files {
  readonly #mails: ReceivedMails
  readonly #known = new KnownMails<ArrivedMail>()

  constructor(mails: ReceivedMails) {
    this.#mails = mails
  }

  async check(): Promise<void> {
    for await (const _ of this.#mails.list()) return
  }

  async *list(folder: string): AsyncGenerator<readonly FileEntry[]> {
    const [path, ...rest] = segmentsOf(folder)
    if (path !== undefined) {
      const mail = rest.length === 0 ? await this.#find(path) : undefined
      if (!mail) throw notFoundError(folder)
      yield mail.documents.map((document) => toEntry(mail, document))
      return
    }
    for await (const mails of this.#mails.list()) {
      for (const mail of mails) this.#known.add(mail)
      const filledMails = mails.filter(({ documents }) => documents.length > 0)
      yield filledMails.map(({ path, date }) => ({ ...folderEntry(path, date), isUnit: true }))
    }
  }

  async find(path: string): Promise<FileEntry | undefined> {
    const [mailPath, name, ...rest] = segmentsOf(path)
    if (mailPath === undefined) return folderEntry('')
    const mail = await this.#find(mailPath)
    if (!mail || rest.length > 0) return undefined
    if (name === undefined) return { ...folderEntry(mailPath, mail.date), isUnit: true }
    const document = mail.documents.find((one) => one.name === name)
    return document && toEntry(mail, document)
  }

  async open(path: string) {
    const [mailPath = '', name = ''] = segmentsOf(path)
    const mail = await this.#find(mailPath)
    const document = mail?.documents.find((one) => one.name === name)
    if (!mail || !document) throw notFoundError(path)
    if (document.problem !== null) throw new ServiceFailure('refused', document.problem)
    const bytes = await this.#mails.read(mailPath, name)
    if (!bytes) throw notFoundError(path)
    return { entry: toEntry(mail, document), bytes }
  }

  write = refuseChange
  move = refuseChange
  remove = refuseChange

  /** The mail stays, and the page of the address shows what became of it. */
  async settleUnit(path: string, outcome: 'done' | 'failed'): Promise<boolean> {
    const [mailPath = ''] = segmentsOf(path)
    await this.#mails.settle(mailPath, outcome)
    return false
  }

  async #find(path: string): Promise<ArrivedMail | undefined> {
    const mail = this.#known.get(path) ?? (await this.#mails.find(path))
    if (mail) this.#known.add(mail)
    return mail
  }
}

async function refuseChange(): Promise<never> {
  throw new ServiceFailure('refused', 'A received mail and its documents cannot be changed.')
}

function toEntry(mail: ArrivedMail, document: ArrivedDocument): FileEntry {
  const { path, date, metadata } = mail
  const { name, mimeType, size, version } = document
  const attributes = { contentType: mimeType, modifiedAt: date, size, version }
  return { ...fileEntry(`${path}/${name}`, attributes), metadata }
}
