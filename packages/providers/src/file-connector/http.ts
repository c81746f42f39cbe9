import type { FileEntry } from '@recto/provider-spec/file-connector'
import type { z } from 'zod'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { type Files, fileEntry, folderEntry, openFiles } from '../kit/connector/open-files.ts'
import { encodedPath, joinPath, notFoundError, segmentsOf } from '../kit/connector/paths.ts'
import { assertOk, bodyOf } from '../kit/connector/rest.ts'
import { ServiceFailure } from '../kit/connector/service-failure.ts'
import { optionalSecret, text, webAddress } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'HTTP(S) File Server',
  connectorName: 'HTTP file server',
  fields: {
    base_url: webAddress({
      title: 'Base URL',
      description: 'The URL of a web page that lists the files in a folder as links.',
    }),
    username: text({
      title: 'Username',
      description: 'The user to sign in as, if the server requires it.',
    }).optional(),
    password: optionalSecret({ title: 'Password', description: 'The user’s password.' }),
  },
})

export const httpServer = defineConnector({
  id: 'http|6fdea346-86e4-4383-9a21-132db7c9a576',
  kind: 'file-connector',
  name: 'HTTP(S) File Server',
  description: 'A web server that lists its files on web pages. Read-only.',
  icon: '/icons/connector-icons/HTTP.svg',
  canWrite: false,
  settings,
  hints: {
    unauthorised: 'Check “Username” and “Password”.',
    'not-found': 'Check “Base URL”.',
    unreachable: 'Check “Base URL”.',
  },
  open: (values, { call, fetch }) => openFiles(call, new WebFiles(values, fetch)),
})

/** A longer page is cut off, and the files after that are not listed. */
const maxPageLength = 16 * 1024 * 1024

type HttpSettings = z.output<(typeof settings)['shape']>

class WebFiles implements Files {
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #fetch: typeof globalThis.fetch

  constructor({ base_url, username, password }: HttpSettings, fetch: typeof globalThis.fetch) {
    this.#base = base_url.endsWith('/') ? base_url.slice(0, -1) : base_url
    this.#headers = username ? { authorization: basic(username, password ?? '') } : {}
    this.#fetch = fetch
  }

  async check(signal: AbortSignal): Promise<void> {
    await pageAt(await this.#ask(`${this.#base}/`, { signal }), '')
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const own = segmentsOf(folder).join('/')
    const folderUrl = `${this.#addressOf(folder)}/`
    const page = await pageAt(await this.#ask(folderUrl, { signal }), folder)
    const entries = new Map<string, FileEntry>()
    for (const target of targetsIn(page)) {
      const entry = entryIn(folderUrl, own, target)
      if (entry) entries.set(entry.path, entry)
    }
    yield [...entries.values()]
  }

  async find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    const place = segmentsOf(path).join('/')
    const answer = await this.#ask(this.#addressOf(path), { method: 'HEAD', signal })
    await answer.body?.cancel()
    // Servers redirect to an address with a trailing slash for a folder.
    const isFolderRedirect = answer.headers.get('location')?.endsWith('/') ?? false
    if (place === '' || isFolderRedirect) return folderEntry(place)
    if (answer.status === 404) return undefined
    return fileAt(place, await assertOk(answer))
  }

  async open(path: string, _: AbortSignal, signal: AbortSignal) {
    const answer = await this.#ask(this.#addressOf(path), { signal })
    if (answer.status === 404) throw notFoundError(path)
    const entry = fileAt(segmentsOf(path).join('/'), await assertOk(answer))
    const size = answer.headers.has('content-encoding') ? null : entry.size
    return { entry, bytes: bodyOf(answer), size }
  }

  write = rejectWrite
  move = rejectWrite
  remove = rejectWrite

  #addressOf(path: string): string {
    return joinPath(this.#base, encodedPath(segmentsOf(path).join('/')))
  }

  #ask(address: string, init: RequestInit): Promise<Response> {
    return this.#fetch(address, { ...init, headers: this.#headers })
  }
}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

const rejectWrite = () =>
  Promise.reject(new ServiceFailure('refused', 'Files cannot be written to a web server.'))

/** Yields the link targets of a page. */
function* targetsIn(page: string): Generator<string> {
  for (const link of page.split(/<a\s/i).slice(1)) {
    const tag = link.slice(0, link.indexOf('>'))
    const [, attribute = ''] = tag.split(/href=/i, 2)
    const quote = attribute[0] ?? ''
    if (quote !== '"' && quote !== "'") continue
    yield attribute.slice(1).split(quote, 1)[0] ?? ''
  }
}

async function pageAt(answer: Response, folder: string): Promise<string> {
  if (answer.status === 404) throw notFoundError(folder)
  await assertOk(answer)
  if (!/html/.test(answer.headers.get('content-type') ?? '')) {
    await answer.body?.cancel()
    throw new ServiceFailure('reply-unreadable', 'This is not a web page that lists files.')
  }
  let page = ''
  const decoder = new TextDecoder()
  for await (const chunk of bodyOf(answer)) {
    page += decoder.decode(chunk, { stream: true })
    if (page.length > maxPageLength) break
  }
  return page
}

/** Returns the entry to which a link leads, if it is a direct child of the folder. */
function entryIn(folderUrl: string, folder: string, target: string): FileEntry | undefined {
  const address = URL.parse(target.replaceAll('&amp;', '&'), folderUrl)
  if (!address?.href.startsWith(folderUrl)) return undefined
  const rest = `${address.origin}${address.pathname}`.slice(folderUrl.length)
  const name = decodedSafely(rest.replace(/\/$/, ''))
  if (name === undefined || name === '' || name.includes('/')) return undefined
  const path = joinPath(folder, name)
  return rest.endsWith('/') ? folderEntry(path) : fileEntry(path, {})
}

function decodedSafely(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function fileAt(path: string, { headers }: Response): FileEntry {
  const length = headers.get('content-length')
  const modifiedTime = Date.parse(headers.get('last-modified') ?? '')
  return fileEntry(path, {
    size: length === null ? null : Number(length),
    modifiedAt: Number.isNaN(modifiedTime) ? null : new Date(modifiedTime),
    contentType: headers.get('content-type'),
    version: headers.get('etag') ?? headers.get('last-modified'),
  })
}
