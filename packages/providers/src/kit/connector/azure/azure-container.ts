import { omitUndefined } from '@recto/omit-undefined'
import { pause } from '../../external-call.ts'
import { inParts } from '../bytes.ts'
import type { FileAttributes, KeyPage, KeyPlace, KeyQuery, KeyStore } from '../keys/key-files.ts'
import { encodedPath, notFoundError } from '../paths.ts'
import { assertOk, bodyOf, unreadable } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import { elementsIn, textIn } from '../xml.ts'
import { signAzureRequest } from './sign-azure-request.ts'

type Settings = { readonly account: string; readonly key: string; readonly container: string }

type BlobRequest = {
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

const version = '2023-11-03'

/** The blobs of one container, through the REST API. The container is the root. */
export class AzureContainer implements KeyStore {
  readonly #settings: Settings
  readonly #fetch: typeof globalThis.fetch

  constructor(settings: Settings, fetch: typeof globalThis.fetch) {
    this.#settings = settings
    this.#fetch = fetch
  }

  placeOf = (path: string): KeyPlace => ({
    bucket: this.#settings.container,
    key: path.replace(/^\/+/, ''),
  })
  pathOf = ({ key }: KeyPlace) => key

  async check(signal: AbortSignal): Promise<void> {
    await this.page({ ...this.placeOf(''), maxKeys: 1, next: undefined }, signal)
  }

  // There are no buckets, because the container is the root.
  async *buckets() {}

  async page(
    { key: prefix, maxKeys, next: marker }: KeyQuery,
    signal: AbortSignal,
  ): Promise<KeyPage> {
    const query = {
      restype: 'container',
      comp: 'list',
      delimiter: '/',
      maxresults: String(maxKeys),
      prefix: prefix || undefined,
      marker,
    }
    const xml = await (await this.#ask('', { query }, signal)).text()
    if (!xml.includes('<EnumerationResults')) throw unreadable(xml)
    return {
      prefixes: [...elementsIn(xml, 'BlobPrefix')].map(nameIn),
      files: [...elementsIn(xml, 'Blob')].map((blob) => ({
        key: nameIn(blob),
        size: numberOf(textIn(blob, 'Content-Length')),
        modifiedAt: timeOf(textIn(blob, 'Last-Modified')),
        contentType: textIn(blob, 'Content-Type') || null,
        version: withoutQuotes(textIn(blob, 'Etag')),
      })),
      next: textIn(xml, 'NextMarker') || undefined,
    }
  }

  async head({ key }: KeyPlace, signal: AbortSignal): Promise<FileAttributes | undefined> {
    const answer = await this.#send(key, { method: 'HEAD' }, signal)
    return answer.status === 404 ? undefined : attributesOf(await assertBlobOk(answer))
  }

  async read({ key }: KeyPlace, signal: AbortSignal) {
    const answer = await this.#send(key, {}, signal)
    if (answer.status === 404) {
      await answer.body?.cancel()
      throw notFoundError(key)
    }
    const ok = await assertBlobOk(answer)
    return { attributes: attributesOf(ok), bytes: bodyOf(ok) }
  }

  async write({ key }: KeyPlace, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    const blocks: string[] = []
    for await (const { bytes: body, isLast } of inParts(bytes)) {
      if (isLast && blocks.length === 0) {
        const headers = { 'x-ms-blob-type': 'BlockBlob' }
        await this.#do(key, { method: 'PUT', headers, body }, signal)
        return
      }
      const blockid = Buffer.from(String(blocks.length).padStart(8, '0')).toString('base64')
      await this.#do(key, { method: 'PUT', query: { comp: 'block', blockid }, body }, signal)
      blocks.push(`<Latest>${blockid}</Latest>`)
    }
    // Azure deletes blocks that are in no block list within a week.
    const body = `<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks.join('')}</BlockList>`
    await this.#do(key, { method: 'PUT', query: { comp: 'blocklist' }, body }, signal)
  }

  async copy(from: KeyPlace, to: KeyPlace, signal: AbortSignal): Promise<void> {
    const headers = { 'x-ms-copy-source': this.#addressOf(from.key).href }
    let answer = await this.#ask(to.key, { method: 'PUT', headers }, signal)
    await answer.body?.cancel()
    while (answer.headers.get('x-ms-copy-status') === 'pending') {
      await pause(1, signal)
      answer = await this.#ask(to.key, { method: 'HEAD' }, signal)
    }
    const state = answer.headers.get('x-ms-copy-status')
    if (state !== 'success')
      throw new ServiceFailure(
        'unavailable',
        `The file could not be copied. The copy status is “${state}”.`,
      )
  }

  async remove({ key }: KeyPlace, signal: AbortSignal): Promise<void> {
    await this.#do(key, { method: 'DELETE' }, signal)
  }

  async #do(key: string, request: BlobRequest, signal: AbortSignal): Promise<void> {
    await (await this.#ask(key, request, signal)).body?.cancel()
  }

  async #ask(key: string, request: BlobRequest, signal: AbortSignal): Promise<Response> {
    return assertBlobOk(await this.#send(key, request, signal))
  }

  async #send(key: string, request: BlobRequest, signal: AbortSignal): Promise<Response> {
    const { method = 'GET', query = {}, body = '' } = request
    const url = this.#addressOf(key)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const bytes = Buffer.from(body as Uint8Array)
    const headers = {
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': version,
      ...omitUndefined({
        'content-type': method === 'PUT' ? 'application/octet-stream' : undefined,
      }),
      ...request.headers,
    }
    const authorization = signAzureRequest(this.#settings, {
      method,
      url,
      headers,
      length: bytes.length,
    })
    return this.#fetch(url.href, {
      method,
      // Compressed blobs are delivered as they are stored.
      headers: { ...headers, authorization, 'accept-encoding': 'identity' },
      ...omitUndefined({ body: method === 'PUT' ? bytes : undefined }),
      signal,
    })
  }

  #addressOf(key: string): URL {
    const { account, container } = this.#settings
    const path = key === '' ? container : `${container}/${encodedPath(key)}`
    return new URL(`https://${account}.blob.core.windows.net/${path}`)
  }
}

/** Throws for a refusal. Azure puts the error code into a header, because some answers have no body. */
async function assertBlobOk(answer: Response): Promise<Response> {
  const code = answer.headers.get('x-ms-error-code')
  if (answer.ok || code === null) return assertOk(answer)
  const words = textIn(await answer.text(), 'Message')?.split('\n')[0]
  const body = JSON.stringify({ message: words ? `${code}: ${words}` : code })
  const { status, headers } = answer
  return assertOk(new Response(body, { status, headers }))
}

/** Azure percent-encodes names with characters that XML cannot hold. */
function nameIn(xml: string): string {
  const name = textIn(xml, 'Name') ?? ''
  return xml.includes('<Name Encoded="true">') ? decodeURIComponent(name) : name
}

const numberOf = (text: string | null | undefined) => (text ? Number(text) : null)

const withoutQuotes = (tag: string | null | undefined) => tag?.replaceAll('"', '') ?? null

function timeOf(text: string | null | undefined): Date | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}

const attributesOf = ({ headers }: Response): FileAttributes => ({
  size: numberOf(headers.get('content-length')),
  modifiedAt: timeOf(headers.get('last-modified')),
  contentType: headers.get('content-type'),
  version: withoutQuotes(headers.get('etag')),
})
