import type { DocumentSource, MailLeaf, OpenedPart } from '@recto/mail-formats/mail-parts'
import { omitUndefined } from '@recto/omit-undefined'
import type { ImapFlow } from 'imapflow'
import { notFoundError } from '../paths.ts'
import { bodyOfPart, type MailPlace } from './describe-mail.ts'
import { download, fetchReadHeaders } from './mail-commands.ts'

type OpenedSource = Extract<DocumentSource, { kind: 'opened' }>

/** The sealed parts of the mails of a mailbox, such as `winmail.dat`. One stays open, because its files are read in a row. */
export class OpenedParts {
  #last: { readonly key: string; readonly part: OpenedPart } | undefined

  /** Returns what is in sealed parts of a mail whose folder is selected, without the bytes. */
  async describe(
    client: ImapFlow,
    place: MailPlace,
    parts: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, OpenedPart>> {
    const openedParts = new Map<string, OpenedPart>()
    for (const part of parts) {
      const contents = await this.#open(client, place, part, signal)
      openedParts.set(part, { ...contents, leaves: contents.leaves.map(withoutContent) })
    }
    return openedParts
  }

  /** Returns the bytes of a document in a sealed part of a mail whose folder is selected. */
  async read(
    client: ImapFlow,
    place: MailPlace,
    { part, inner }: OpenedSource,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const contents = await this.#open(client, place, part, signal)
    if (inner === bodyOfPart && contents.body)
      return Buffer.concat([await fetchReadHeaders(client, place.uid), contents.body])
    const content = findContent(contents.leaves, inner)
    if (!content) throw notFoundError(part)
    return content
  }

  async #open(
    client: ImapFlow,
    { folder, validity, uid }: MailPlace,
    part: string,
    signal: AbortSignal,
  ): Promise<OpenedPart> {
    const key = JSON.stringify([folder, String(validity), uid, part])
    if (this.#last?.key === key) return this.#last.part
    const chunks: Uint8Array[] = []
    const source = { kind: 'part', part } as const
    for await (const chunk of download(client, uid, { source, path: part })) chunks.push(chunk)
    const { openSealedInThread } = await import('@recto/mail-formats/unpack-in-thread')
    const contents = await openSealedInThread(Buffer.concat(chunks), part, signal)
    this.#last = { key, part: contents }
    return contents
  }
}

function withoutContent({ content, ...leaf }: MailLeaf): MailLeaf {
  const inner = leaf.inner?.map(withoutContent)
  const contents = leaf.contents && {
    ...leaf.contents,
    leaves: leaf.contents.leaves.map(withoutContent),
  }
  return { ...leaf, ...omitUndefined({ inner, contents }) }
}

function findContent(leaves: readonly MailLeaf[], inner: string): Uint8Array | undefined {
  for (const { part, content, inner: mail, contents } of leaves) {
    if (part === inner) return content
    const innerContent = findContent([...(mail ?? []), ...(contents?.leaves ?? [])], inner)
    if (innerContent) return innerContent
  }
  return undefined
}
