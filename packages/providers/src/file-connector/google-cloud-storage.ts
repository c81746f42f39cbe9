import type { FileEntry } from '@recto/provider-spec/file-connector'
import { z } from 'zod'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { explainGoogleToken } from '../kit/connector/google/google-account.ts'
import { uploadToGoogle } from '../kit/connector/google/google-upload.ts'
import {
  type FileAttributes,
  filesOfKeys,
  ignoreNotFound,
  type KeyPage,
  type KeyPlace,
  type KeyQuery,
  type KeyStore,
} from '../kit/connector/keys/key-files.ts'
import { folderEntry, openFiles } from '../kit/connector/open-files.ts'
import { bucketAndKey, joinPath, notFoundError } from '../kit/connector/paths.ts'
import { readJsonBody } from '../kit/connector/read-json-body.ts'
import { assertOk, bodyOf } from '../kit/connector/rest.ts'
import { text } from '../kit/fields.ts'
import { readGoogleAccount, serviceAccount, withGoogleToken } from '../kit/google-access.ts'

const title = 'Credentials'

const settings = connectorSettings({
  title: 'Google Cloud Storage',
  connectorName: 'Google Cloud Storage',
  fields: {
    json_credentials: serviceAccount(title),
    project_id: text({
      title: 'Project ID',
      description: 'The ID of the project whose buckets are listed.',
    }),
  },
})

export const googleCloudStorage = defineConnector({
  id: 'google_cloud_storage|109bbe7b-8861-45eb-8841-7244e833d97b',
  kind: 'file-connector',
  name: 'Google Cloud Storage',
  description: 'Buckets in a Google Cloud project.',
  icon: '/icons/connector-icons/google_cloud_storage.png',
  settings,
  hints: {
    unauthorised: 'Check “Credentials” and the permissions of the service account in “Project ID”.',
    refused: 'Check “Project ID”.',
  },
  translate: explainGoogleToken,
  open({ json_credentials: json, project_id: project }, { call, fetch }) {
    const account = readGoogleAccount(json, title)
    return openFiles(call, filesOfKeys(new Buckets(project, withGoogleToken(account, fetch))))
  },
})

const Item = z.object({
  name: z.string(),
  size: z.coerce.number().optional(),
  updated: z.string().optional(),
  contentType: z.string().optional(),
  generation: z.string().optional(),
})
const Page = z.object({
  kind: z.string(),
  items: z.array(Item).default([]),
  prefixes: z.array(z.string()).default([]),
  nextPageToken: z.string().optional(),
})
const BucketPage = z.object({
  kind: z.string(),
  items: z.array(z.object({ name: z.string(), updated: z.string().optional() })).default([]),
  nextPageToken: z.string().optional(),
})
const RewriteReply = z.object({ done: z.boolean(), rewriteToken: z.string().optional() })

const root = 'https://storage.googleapis.com'

class Buckets implements KeyStore {
  readonly #project: string
  readonly #fetch: typeof globalThis.fetch

  constructor(project: string, fetch: typeof globalThis.fetch) {
    this.#project = project
    this.#fetch = fetch
  }

  placeOf = bucketAndKey
  pathOf = ({ bucket, key }: KeyPlace) => joinPath(bucket, key)

  async check(signal: AbortSignal): Promise<void> {
    for await (const _ of this.buckets(signal)) break
  }

  async *buckets(signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    let next: string | undefined
    do {
      const query = queryOf({ project: this.#project, maxResults: '1000', pageToken: next })
      const page = await readJsonBody(await this.#ask(`/storage/v1/b?${query}`, signal), BucketPage)
      yield page.items.map(({ name, updated: updatedAt }) => folderEntry(name, timeOf(updatedAt)))
      next = page.nextPageToken
    } while (next)
  }

  async page({ bucket, key, maxKeys, next }: KeyQuery, signal: AbortSignal): Promise<KeyPage> {
    const query = queryOf({
      prefix: key,
      delimiter: '/',
      maxResults: String(maxKeys),
      pageToken: next,
      fields: 'kind,prefixes,nextPageToken,items(name,size,updated,contentType,generation)',
    })
    const answer = await this.#ask(`${objectsOf(bucket)}?${query}`, signal)
    const { prefixes, items, nextPageToken } = await readJsonBody(answer, Page)
    const files = items.map((item) => ({ key: item.name, ...attributesOf(item) }))
    return { prefixes, files, next: nextPageToken }
  }

  async head(place: KeyPlace, signal: AbortSignal): Promise<FileAttributes | undefined> {
    const answer = await this.#ask(addressOf(place), signal).catch(ignoreNotFound)
    return answer && attributesOf(await readJsonBody(answer, Item))
  }

  async read(place: KeyPlace, signal: AbortSignal) {
    const answer = await this.#ask(`${addressOf(place)}?alt=media`, signal).catch((error) => {
      ignoreNotFound(error)
      throw notFoundError(this.pathOf(place))
    })
    const { headers } = answer
    // Compressed files are delivered decompressed, so their stored size is not that of the content.
    const contentEncoding =
      headers.get('x-goog-stored-content-encoding') ?? headers.get('content-encoding')
    const length = headers.get('content-length')
    const isExact = length !== null && (contentEncoding === null || contentEncoding === 'identity')
    return {
      attributes: {
        size: isExact ? Number(length) : null,
        modifiedAt: timeOf(headers.get('last-modified')),
        contentType: headers.get('content-type'),
        version: headers.get('x-goog-generation'),
      },
      bytes: bodyOf(answer),
    }
  }

  async write({ bucket, key }: KeyPlace, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    const address = `${root}/upload${objectsOf(bucket)}?uploadType=resumable`
    await uploadToGoogle({ fetch: this.#fetch, address, metadata: { name: key } }, bytes, signal)
  }

  /** A large object takes several requests. */
  async copy(from: KeyPlace, to: KeyPlace, signal: AbortSignal): Promise<void> {
    const path = `${addressOf(from)}/rewriteTo${addressOf(to).replace('/storage/v1', '')}`
    let rewriteToken: string | undefined
    do {
      const query = queryOf({ rewriteToken })
      const answer = await this.#ask(`${path}?${query}`, signal, 'POST')
      const { done, rewriteToken: next } = await readJsonBody(answer, RewriteReply)
      rewriteToken = done ? undefined : next
    } while (rewriteToken)
  }

  async remove(place: KeyPlace, signal: AbortSignal): Promise<void> {
    const answer = await this.#ask(addressOf(place), signal, 'DELETE')
    await answer.body?.cancel()
  }

  async #ask(path: string, signal: AbortSignal, method = 'GET'): Promise<Response> {
    // Google requires the length even of an empty body.
    const headers = method === 'POST' ? { 'content-length': '0' } : {}
    return assertOk(await this.#fetch(`${root}${path}`, { method, headers, signal }))
  }
}

const objectsOf = (bucket: string) => `/storage/v1/b/${encodeURIComponent(bucket)}/o`

const addressOf = ({ bucket, key }: KeyPlace) => `${objectsOf(bucket)}/${encodeURIComponent(key)}`

const queryOf = (params: Readonly<Record<string, string | undefined>>) =>
  new URLSearchParams(
    Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()

function timeOf(text: string | null | undefined): Date | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}

const attributesOf = ({
  size,
  updated: updatedAt,
  contentType,
  generation,
}: z.output<typeof Item>): FileAttributes => ({
  size: size ?? null,
  modifiedAt: timeOf(updatedAt),
  contentType: contentType ?? null,
  version: generation ?? null,
})
