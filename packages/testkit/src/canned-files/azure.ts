import { createHmac } from 'node:crypto'
import type { ServiceExchange, ServiceProtocol, ServiceReply } from '../canned-service.ts'
import { KeyedObjects, type StoredObject } from './keyed-objects.ts'

/** Creates an error reply with the header of the service. */
const refuse = (status: number, code: string, message = 'No.'): ServiceReply => ({
  status,
  body: `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message}\nRequestId:1</Message></Error>`,
  headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
})
const createdReply = (headers: Readonly<Record<string, string>> = {}): ServiceReply => ({
  status: 201,
  body: '',
  headers,
})
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type AzureAccount = { readonly account: string; readonly key: string; readonly container: string }

/** Blobs of one container, as version 2023-11-03 of the REST interface answers them: three entries a page. */
export function azureProtocol({ account, key, container }: AzureAccount): ServiceProtocol {
  const blobs = new KeyedObjects()
  const blocks = new Map<string, Uint8Array>()

  function isSigned({ method, path, query, headers, bytes }: ServiceExchange): boolean {
    const own = Object.keys(headers)
      .filter((name) => name.startsWith('x-ms-'))
      .sort()
      .map((name) => `${name}:${headers[name]}\n`)
      .join('')
    const queryNames = Object.keys(query)
      .sort()
      .map((name) => `\n${name}:${query[name]}`)
      .join('')
    const type = headers['content-type'] ?? ''
    const text = `${method}\n\n\n${bytes.length || ''}\n\n${type}\n\n\n\n\n\n\n${own}/${account}${path}${queryNames}`
    const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
    return headers.authorization === `SharedKey ${account}:${signature}`
  }

  function list({ query }: ServiceExchange): ServiceReply {
    const { prefix = '', maxresults = '5000', marker = '' } = query
    const { prefixes, keys, next = '' } = blobs.page(prefix, Number(maxresults), marker)
    const folders = prefixes.map(
      (name) => `<BlobPrefix><Name>${escapeXml(name)}</Name></BlobPrefix>`,
    )
    const files = keys.map((name) => {
      const { bytes, at: changedAt, version } = blobs.get(name) as StoredObject
      return `<Blob><Name>${escapeXml(name)}</Name><Properties><Last-Modified>${changedAt.toUTCString()}</Last-Modified><Etag>${version}</Etag><Content-Length>${bytes.length}</Content-Length><Content-Type>text/plain</Content-Type></Properties></Blob>`
    })
    const body = `\uFEFF<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="x"><Blobs>${folders.join('')}${files.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`
    return { status: 200, body, headers: { 'content-type': 'application/xml' } }
  }

  function copy(name: string, source: string): ServiceReply {
    const from = new URL(source).pathname.split('/').slice(2).join('/')
    const sourceBlob = blobs.get(decodeURIComponent(from))
    if (!sourceBlob) return refuse(404, 'BlobNotFound', 'The specified blob does not exist.')
    blobs.put(name, sourceBlob.bytes)
    return { ...createdReply({ 'x-ms-copy-status': 'success' }), status: 202 }
  }

  function join(name: string, list: Uint8Array): ServiceReply {
    const ids = [
      ...Buffer.from(list)
        .toString()
        .matchAll(/<Latest>([^<]+)/g),
    ]
    const parts = ids.map(([, id = '']) => blocks.get(id) ?? Buffer.alloc(0))
    blobs.put(name, Buffer.concat(parts))
    return createdReply()
  }

  function put(name: string, { query, headers, bytes }: ServiceExchange): ServiceReply {
    const source = headers['x-ms-copy-source']
    if (source !== undefined) return copy(name, String(source))
    if (query.comp === 'blocklist') return join(name, bytes)
    if (query.comp === 'block') blocks.set(query.blockid ?? '', bytes)
    else if (headers['x-ms-blob-type'] === 'BlockBlob') blobs.put(name, bytes)
    else return refuse(400, 'MissingRequiredHeader')
    return createdReply()
  }

  function blob(name: string, exchange: ServiceExchange): ServiceReply {
    if (exchange.method === 'PUT') return put(name, exchange)
    const foundBlob = blobs.get(name)
    if (!foundBlob) return refuse(404, 'BlobNotFound', 'The specified blob does not exist.')
    if (exchange.method === 'DELETE') {
      blobs.delete(name)
      return { status: 202, body: '' }
    }
    const { bytes, at: changedAt, version } = foundBlob
    const headers = {
      'content-type': 'text/plain',
      'content-length': String(bytes.length),
      'last-modified': changedAt.toUTCString(),
      etag: `"${version}"`,
    }
    return { status: 200, body: bytes, headers }
  }

  return {
    refusal: (status, message) => refuse(status, 'Told', message).body,
    answer(exchange) {
      if (!isSigned(exchange)) {
        const message = 'Server failed to authenticate the request.'
        return refuse(403, 'AuthenticationFailed', message)
      }
      const [, bucket, ...name] = exchange.path.split('/')
      if (bucket !== container)
        return refuse(404, 'ContainerNotFound', 'There is no such container.')
      return name.length === 0 ? list(exchange) : blob(decodeURIComponent(name.join('/')), exchange)
    },
  }
}
