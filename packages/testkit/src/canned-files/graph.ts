import { randomUUID } from 'node:crypto'
import {
  jsonOf,
  type ServiceExchange,
  type ServiceProtocol,
  type ServiceReply,
} from '../canned-service.ts'
import {
  contentHost,
  GraphDrive,
  type GraphItem,
  missingReply,
  ok,
  refusal,
  refuse,
} from './graph-drive.ts'

type GraphAccount = {
  /** Those that are good now. */
  readonly tokens: ReadonlySet<string>
  /** An application that is let in, and what it is given. */
  readonly client?: { readonly id: string; readonly secret: string; readonly token: string }
}

/** One drive of a site and of a person, as version 1.0 of Microsoft Graph answers for it. */
export function graphProtocol({ tokens, client }: GraphAccount): ServiceProtocol {
  const drive = new GraphDrive()
  const uploads = new GraphUploads(drive)

  function signIn({ bytes }: ServiceExchange): ServiceReply {
    const form = new URLSearchParams(Buffer.from(bytes).toString())
    const isKnown =
      client?.id === form.get('client_id') && client.secret === form.get('client_secret')
    if (isKnown) return ok({ token_type: 'Bearer', expires_in: 3599, access_token: client?.token })
    const words = `AADSTS7000215: Invalid client secret provided: '${form.get('client_secret')}'.`
    return { status: 401, body: { error: 'invalid_client', error_description: words } }
  }

  const fixed: Readonly<Record<string, object>> = {
    '/v1.0/me/drive': { id: 'drive-1' },
    '/v1.0/users/ada%40acme.test/drive': { id: 'drive-1' },
    '/v1.0/sites/acme.sharepoint.com:/sites/finance': { id: 'acme,site,1' },
    '/v1.0/sites/acme%2Csite%2C1/drive': { id: 'drive-1' },
  }

  function inDrive(exchange: ServiceExchange): ServiceReply {
    const { path } = exchange
    const fixedReply = fixed[path]
    if (fixedReply) return ok(fixedReply)
    const [, id, rest = ''] =
      /^\/v1\.0\/drives\/drive-1\/(root|items\/[\w-]+)(.*)$/.exec(path) ?? []
    const item = id === 'root' ? drive.root : drive.get(id?.slice('items/'.length) ?? '')
    return item ? below(item, rest, exchange) : missingReply
  }

  /** Below an item: itself, something by its path, and what is done with that. */
  function below(from: GraphItem, rest: string, exchange: ServiceExchange): ServiceReply {
    const isPath = rest.startsWith(':')
    const [place = '', action = ''] = isPath ? rest.slice(1).split(/:\/?/) : ['', rest.slice(1)]
    if (action === 'content' || action === 'createUploadSession') {
      return uploads.begin(from, place, action === 'content' ? exchange.bytes : undefined)
    }
    const item = drive.below(from, place)
    return action === 'children' ? children(item, exchange) : one(item, exchange)
  }

  function children(item: GraphItem | undefined, exchange: ServiceExchange): ServiceReply {
    const { method, path, query } = exchange
    if (method !== 'POST') return drive.list(item, path, Number(query.$skiptoken ?? '0'))
    const { name, '@microsoft.graph.conflictBehavior': rule } = jsonOf(exchange)
    return drive.makeFolder(item, String(name), rule !== 'fail')
  }

  function one(item: GraphItem | undefined, exchange: ServiceExchange): ServiceReply {
    if (!item) return missingReply
    if (exchange.method === 'DELETE') return drive.remove(item)
    if (exchange.method === 'GET') return ok(drive.told(item))
    const { name, parentReference } = jsonOf(exchange)
    return drive.move(item, (parentReference as { id: string }).id, String(name))
  }

  function content(exchange: ServiceExchange): ServiceReply {
    const { path, query, headers } = exchange
    // These addresses prove themselves: a token has no business there.
    if (headers.authorization !== undefined) return refuse(401, 'unauthenticated', 'Two proofs.')
    if (path === '/upload') return uploads.go(exchange)
    const bytes = drive.get(query.tempauth ?? '')?.bytes
    return bytes
      ? { status: 200, body: bytes, headers: { 'content-type': 'text/plain' } }
      : missingReply
  }

  return {
    refusal: (status, message) => refusal(String(status), message),
    answer(exchange) {
      const { path, headers } = exchange
      if (path === '/download' || path === '/upload') return content(exchange)
      if (path.endsWith('/oauth2/v2.0/token')) return signIn(exchange)
      const token = String(headers.authorization).replace('Bearer ', '')
      if (tokens.has(token)) return inDrive(exchange)
      return refuse(401, 'InvalidAuthenticationToken', 'The token is expired.')
    },
  }
}

type Upload = { held: Uint8Array; readonly parent: string; readonly name: string }

class GraphUploads {
  readonly #drive: GraphDrive
  readonly #all = new Map<string, Upload>()

  constructor(drive: GraphDrive) {
    this.#drive = drive
  }

  /** Uploads the bytes of a small file in one request. */
  begin(from: GraphItem, place: string, bytes: Uint8Array | undefined): ServiceReply {
    const index = place.lastIndexOf('/')
    const parent = this.#drive.below(from, place.slice(0, index))?.id
    const name = decodeURIComponent(place.slice(index + 1))
    if (parent === undefined) return missingReply
    if (bytes) return this.#drive.put(parent, name, bytes)
    const id = randomUUID()
    this.#all.set(id, { held: Buffer.alloc(0), parent, name })
    const startedReply = ok({ uploadUrl: `${contentHost}/upload?tempauth=${id}` })
    return this.#drive.refusedName(name) ?? startedReply
  }

  go({ method, query, headers, bytes }: ServiceExchange): ServiceReply {
    const id = query.tempauth ?? ''
    const session = this.#all.get(id)
    if (!session) return missingReply
    if (method === 'PUT') return this.#add(session, String(headers['content-range']), bytes)
    this.#all.delete(id)
    return { status: 204, body: '' }
  }

  #add(session: Upload, range: string, bytes: Uint8Array): ServiceReply {
    const [from = 0, to = 0, total = 0] = (range.match(/\d+/g) ?? []).map(Number)
    const isNext = from === session.held.length && to - from + 1 === bytes.length
    if (!isNext) return refuse(416, 'invalidRange', 'The fragment does not go on.')
    session.held = Buffer.concat([session.held, bytes])
    const { held: heldBytes, parent, name } = session
    if (heldBytes.length === total) return this.#drive.put(parent, name, heldBytes)
    if (bytes.length % 327_680 !== 0) return refuse(400, 'invalidRequest', 'Parts are of 320 KiB.')
    return ok({ nextExpectedRanges: [`${heldBytes.length}-`] }, 202)
  }
}
