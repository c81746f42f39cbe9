import { omitUndefined } from '@recto/omit-undefined'
import type { ServiceExchange, ServiceProtocol, ServiceReply } from '../canned-service.ts'
import { KeyedObjects, type StoredObject } from './keyed-objects.ts'
import { ResumableUploads } from './resumable-uploads.ts'

const ok = (body: unknown): ServiceReply => ({ status: 200, body })
const refusal = (code: number, message: string) => ({
  error: { code, message, errors: [{ message, reason: 'told' }] },
})
const refuse = (status: number, message: string): ServiceReply => ({
  status,
  body: refusal(status, message),
})
const missingReply = refuse(404, 'Not Found')

const describeObject = (name: string, { bytes, at: changedAt, version }: StoredObject) => ({
  kind: 'storage#object',
  name,
  size: String(bytes.length),
  updated: changedAt.toISOString(),
  generation: version,
  contentType: 'application/octet-stream',
})

type GcsAccount = {
  readonly token: string
  readonly project: string
  readonly buckets: readonly string[]
}

/** Buckets and objects of one project, as version 1 of the JSON interface answers them. */
export function gcsProtocol({ token, project, buckets }: GcsAccount): ServiceProtocol {
  const stores = new Map(buckets.map((name) => [name, new KeyedObjects()]))

  function list(objects: KeyedObjects, query: ServiceExchange['query']): ServiceReply {
    const { prefix = '', maxResults = '1000', pageToken = '' } = query
    const { prefixes, keys, next } = objects.page(prefix, Number(maxResults), pageToken)
    const items = keys.map((key) => describeObject(key, objects.get(key) as StoredObject))
    return ok({
      kind: 'storage#objects',
      prefixes,
      items,
      ...omitUndefined({ nextPageToken: next || undefined }),
    })
  }

  function object(objects: KeyedObjects, key: string, exchange: ServiceExchange): ServiceReply {
    const storedObject = objects.get(key)
    if (!storedObject) return refuse(404, `No such object: ${key}`)
    if (exchange.method === 'DELETE') {
      objects.delete(key)
      return { status: 204, body: '' }
    }
    if (exchange.query.alt !== 'media') return ok(describeObject(key, storedObject))
    const headers = {
      'content-type': 'application/octet-stream',
      'x-goog-generation': storedObject.version,
      'last-modified': storedObject.at.toUTCString(),
      'content-length': String(storedObject.bytes.length),
    }
    return { status: 200, body: storedObject.bytes, headers }
  }

  /** Only the second request ends it. */
  function rewrite(from: StoredObject | undefined, to: string[], { query }: ServiceExchange) {
    const [bucket = '', key = ''] = to
    if (!from) return missingReply
    if (query.rewriteToken === undefined) return ok({ done: false, rewriteToken: 'go-on' })
    stores.get(bucket)?.put(key, from.bytes)
    return ok({ done: true })
  }

  const uploads = new ResumableUploads(({ path }, { name }) => {
    const objects = stores.get(decodeURIComponent(path.split('/')[5] ?? ''))
    const key = String(name)
    return objects && ((bytes) => ok(describeObject(key, objects.put(key, bytes))))
  })

  function listBuckets({ query }: ServiceExchange): ServiceReply {
    if (query.project !== project) return refuse(400, 'Unknown project id.')
    const items = buckets.map((name) => ({ name, updated: '2026-11-22T00:00:00Z' }))
    return ok({ kind: 'storage#buckets', items })
  }

  function inBucket(objects: KeyedObjects, key: string | undefined, exchange: ServiceExchange) {
    const [, to] = exchange.path.split('/rewriteTo/b/')
    if (key === undefined) return list(objects, exchange.query)
    if (to === undefined) return object(objects, key, exchange)
    return rewrite(objects.get(key), to.split('/o/').map(decodeURIComponent), exchange)
  }

  return {
    refusal,
    answer(exchange) {
      const { path, headers } = exchange
      if (headers.authorization !== `Bearer ${token}`) return refuse(401, 'Invalid Credentials')
      if (path.startsWith('/upload/')) return uploads.answer(exchange)
      const [, , , , bucket, , key] = path.split('/').map(decodeURIComponent)
      if (bucket === undefined) return listBuckets(exchange)
      const objects = stores.get(bucket)
      if (!objects) return refuse(404, 'The specified bucket does not exist.')
      return inBucket(objects, key, exchange)
    },
  }
}
