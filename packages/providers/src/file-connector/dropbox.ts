import { omitUndefined } from '@recto/omit-undefined'
import type { FileEntry } from '@recto/provider-spec/file-connector'
import { z } from 'zod'
import { inParts } from '../kit/connector/bytes.ts'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { type Files, fileEntry, folderEntry, openFiles } from '../kit/connector/open-files.ts'
import { joinPath, notFoundError, segmentsOf } from '../kit/connector/paths.ts'
import { readJsonBody } from '../kit/connector/read-json-body.ts'
import { assertOk, bodyOf } from '../kit/connector/rest.ts'
import { ServiceFailure } from '../kit/connector/service-failure.ts'
import { secret } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'Dropbox',
  connectorName: 'Dropbox',
  fields: {
    token: secret({
      title: 'Access Token',
      description:
        'An access token for your Dropbox app. The app needs permission to read and write file content.',
    }),
  },
})

export const dropbox = defineConnector({
  id: 'dropbox|db6bf4a6-f892-4d25-8652-2bf251946134',
  kind: 'file-connector',
  name: 'Dropbox',
  description: 'Folders in a Dropbox account or in an app folder.',
  icon: '/icons/connector-icons/Dropbox.png',
  settings,
  hints: {
    unauthorised: 'Check “Access Token”. It may have expired or lack permissions.',
  },
  open: ({ token }, { call, fetch }) => openFiles(call, new DropboxFiles(token, fetch)),
})

const Entry = z.object({
  '.tag': z.string().default('file'),
  name: z.string(),
  size: z.number().optional(),
  server_modified: z.string().optional(),
  rev: z.string().optional(),
})
type Entry = z.output<typeof Entry>
const Page = z.object({ entries: z.array(Entry), cursor: z.string(), has_more: z.boolean() })
const Refusal = z.object({ error_summary: z.string() })
const PutReply = z.object({ session_id: z.string().optional() }).nullable()
const AnyReply = z.unknown()

const pageSize = 1000

class DropboxFiles implements Files {
  readonly #token: string
  readonly #fetch: typeof globalThis.fetch

  constructor(token: string, fetch: typeof globalThis.fetch) {
    this.#token = token
    this.#fetch = fetch
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#ask('list_folder', { path: '', limit: 1 }, Page, signal)
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const own = segmentsOf(folder).join('/')
    const first = { path: addressOf(folder), limit: pageSize }
    let page = await this.#ask('list_folder', first, Page, signal)
    for (;;) {
      yield page.entries
        .filter((one) => one['.tag'] !== 'deleted')
        .map((one) => entryOf(joinPath(own, one.name), one))
      if (!page.has_more) return
      page = await this.#ask('list_folder/continue', { cursor: page.cursor }, Page, signal)
    }
  }

  async find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    const place = segmentsOf(path).join('/')
    if (place === '') return folderEntry('')
    try {
      const request = { path: addressOf(path) }
      return entryOf(place, await this.#ask('get_metadata', request, Entry, signal))
    } catch (error) {
      return ignoreNotFound(error)
    }
  }

  async open(path: string, _: AbortSignal, signal: AbortSignal) {
    const request = { path: addressOf(path) }
    const answer = await assertAnswer(await this.#send('download', request, signal, null), path)
    const read = Entry.safeParse(JSON.parse(answer.headers.get('dropbox-api-result') ?? '{}'))
    if (!read.success) {
      await answer.body?.cancel()
      throw new ServiceFailure(
        'reply-unreadable',
        'The server returned a response that could not be read.',
      )
    }
    const entry = entryOf(segmentsOf(path).join('/'), read.data)
    return { entry, bytes: bodyOf(answer) }
  }

  async write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const commit = { path: addressOf(path), mode: 'overwrite', mute: true }
    let session: string | undefined
    for await (const { bytes: part, from, isLast } of inParts(bytes)) {
      const cursor = { session_id: session, offset: from }
      if (isLast && session === undefined) {
        await this.#put('upload', commit, part, signal)
      } else if (isLast) {
        await this.#put('upload_session/finish', { cursor, commit }, part, signal)
      } else if (session === undefined) {
        const reply = await this.#put('upload_session/start', {}, part, signal)
        session = reply?.session_id ?? ''
      } else {
        await this.#put('upload_session/append_v2', { cursor }, part, signal)
      }
    }
  }

  async move(from: string, to: string, signal: AbortSignal): Promise<void> {
    const source = await this.find(from, signal)
    if (source?.kind !== 'file') throw notFoundError(from)
    const request = { from_path: addressOf(from), to_path: addressOf(to) }
    if (request.from_path === request.to_path) return
    // Dropbox does not replace an existing file, so it is deleted first.
    await this.remove(to, signal)
    await this.#ask('move_v2', request, AnyReply, signal)
  }

  async remove(path: string, signal: AbortSignal): Promise<void> {
    const place = addressOf(path)
    if (place === '') throw new ServiceFailure('refused', 'The root folder cannot be deleted.')
    await this.#ask('delete_v2', { path: place }, AnyReply, signal).catch(ignoreNotFound)
  }

  async #ask<T>(
    endpoint: string,
    request: object,
    shape: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const answer = await this.#fetch(`https://api.dropboxapi.com/2/files/${endpoint}`, {
      method: 'POST',
      headers: { ...this.#headers(), 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    })
    return readJsonBody(await assertAnswer(answer), shape)
  }

  async #put(
    endpoint: string,
    request: object,
    part: Uint8Array,
    signal: AbortSignal,
  ): Promise<z.output<typeof PutReply>> {
    return readJsonBody(
      await assertAnswer(await this.#send(endpoint, request, signal, part)),
      PutReply,
    )
  }

  /** Sends a request whose body is file content; its arguments are in a header. */
  #send(
    endpoint: string,
    request: object,
    signal: AbortSignal,
    part: Uint8Array | null,
  ): Promise<Response> {
    return this.#fetch(`https://content.dropboxapi.com/2/files/${endpoint}`, {
      method: 'POST',
      headers: {
        ...this.#headers(),
        'dropbox-api-arg': headerValue(request),
        ...omitUndefined({ 'content-type': part ? 'application/octet-stream' : undefined }),
      },
      ...omitUndefined({ body: part ? (part as Uint8Array<ArrayBuffer>) : undefined }),
      signal,
    })
  }

  #headers() {
    return { authorization: `Bearer ${this.#token}` }
  }
}

/** Dropbox writes the root as an empty text and all other paths with a leading slash. */
const addressOf = (path: string): string =>
  segmentsOf(path)
    .map((one) => `/${one}`)
    .join('')

function entryOf(
  path: string,
  { size, server_modified: modifiedTime, rev, ...one }: Entry,
): FileEntry {
  if (one['.tag'] === 'folder') return folderEntry(path)
  const attributes = { size: size ?? null, version: rev ?? null }
  return fileEntry(path, {
    ...attributes,
    modifiedAt: modifiedTime === undefined ? null : new Date(modifiedTime),
  })
}

/** Writes JSON in ASCII, because a header cannot hold other characters. */
const headerValue = (request: object): string =>
  JSON.stringify(request).replace(
    /[\u007f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Checks an answer. The service reports missing files as a conflict. */
async function assertAnswer(answer: Response, path = ''): Promise<Response> {
  if (answer.status !== 409) return assertOk(answer)
  const { error_summary: summary } = await readJsonBody(answer, Refusal)
  if (/not_found|not_folder|not_file/.test(summary)) throw notFoundError(path)
  const isFull = /insufficient_space/.test(summary)
  const code = isFull ? 'unavailable' : 'refused'
  throw new ServiceFailure(code, `The server returned 409: ${summary}`, { status: 409 })
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ServiceFailure && error.code === 'not-found') return undefined
  throw error
}
