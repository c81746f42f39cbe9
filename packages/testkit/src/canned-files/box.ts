import { createVerify, type KeyObject } from 'node:crypto'
import {
  jsonOf,
  type ServiceExchange,
  type ServiceProtocol,
  type ServiceReply,
} from '../canned-service.ts'
import { type BoxItem, BoxItems, missingReply, ok, refusal, refuse } from './box-items.ts'
import { BoxUploads } from './box-uploads.ts'

export type BoxOptions = {
  readonly client: { readonly id: string; readonly secret: string; readonly publicKey: KeyObject }
  /** Given one after the other, each when it is asked for; those that are good are told by the other set. */
  readonly issued: readonly string[]
  readonly good: ReadonlySet<string>
  /** Whether it may only read. */
  readonly isReader?: boolean
}

/** Folders and files of one enterprise, as version 2 of the HTTP interface answers them. */
export function boxProtocol({
  client,
  issued: issuedTokens,
  good,
  isReader,
}: BoxOptions): ServiceProtocol {
  const items = new BoxItems()
  const uploads = new BoxUploads(items)
  let requestCount = 0

  function signIn({ bytes }: ServiceExchange): ServiceReply {
    const form = new URLSearchParams(Buffer.from(bytes).toString())
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const isSigned = createVerify('RSA-SHA512')
      .update(`${head}.${claims}`)
      .verify(client.publicKey, signature, 'base64url')
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const isNow = exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 60
    if (isSigned && isNow && form.get('client_secret') === client.secret) {
      const access_token = issuedTokens[Math.min(requestCount, issuedTokens.length - 1)]
      requestCount += 1
      return ok({ access_token, expires_in: 3600, token_type: 'bearer' })
    }
    const words = `Please check the 'sub' claim. (${form.get('client_secret')})`
    return { status: 400, body: { error: 'invalid_grant', error_description: words } }
  }

  function preflight(exchange: ServiceExchange): ServiceReply {
    const { name, parent } = jsonOf(exchange) as { name: string; parent: { id: string } }
    if (isReader) return refuse(403, 'access_denied_insufficient_permissions', 'Access denied')
    return items.inTheWay(parent.id, name) ?? ok({ upload_url: 'https://upload.box.com' })
  }

  function makeFolder(exchange: ServiceExchange): ServiceReply {
    const { name, parent } = jsonOf(exchange) as { name: string; parent: { id: string } }
    return items.inTheWay(parent.id, name) ?? items.put({ type: 'folder', name, parent: parent.id })
  }

  function one(item: BoxItem, action: string | undefined, exchange: ServiceExchange): ServiceReply {
    if (action === 'items') return items.list(item.id, exchange.query.marker ?? '0')
    if (action === 'content') {
      const location = `https://dl.boxcloud.test/download?id=${item.id}`
      return { status: 302, body: '', headers: { location } }
    }
    if (exchange.method === 'DELETE') return items.trash(item)
    if (exchange.method !== 'PUT') return ok(items.told(item))
    const { name, parent } = jsonOf(exchange) as { name: string; parent: { id: string } }
    return (
      items.inTheWay(parent.id, name, item.id) ?? items.put({ ...item, name, parent: parent.id })
    )
  }

  function content({ query, headers }: ServiceExchange): ServiceReply {
    const bytes = items.get('file', query.id ?? '')?.bytes
    // That address proves itself: a token has no business there.
    if (!bytes || headers.authorization !== undefined) return missingReply
    return { status: 200, body: bytes, headers: { 'content-type': 'application/octet-stream' } }
  }

  function inApi(exchange: ServiceExchange): ServiceReply {
    const { method, path } = exchange
    if (path.startsWith('/api/2.0/files')) return uploads.answer(exchange)
    if (method === 'OPTIONS') return preflight(exchange)
    const [, , kind = '', id, action] = path.split('/')
    if (id === undefined) return makeFolder(exchange)
    const item = items.get(kind.slice(0, -1), id)
    return !item || item.isTrashed ? missingReply : one(item, action, exchange)
  }

  return {
    refusal: (status, message) => refusal(status, 'told', message),
    answer(exchange) {
      if (exchange.path === '/oauth2/token') return signIn(exchange)
      if (exchange.path === '/download') return content(exchange)
      const token = String(exchange.headers.authorization).replace('Bearer ', '')
      return good.has(token) ? inApi(exchange) : refuse(401, 'unauthorized', 'Unauthorized')
    },
  }
}
