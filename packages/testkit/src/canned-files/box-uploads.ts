import { createHash, randomUUID } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import { jsonOf, type ServiceExchange, type ServiceReply } from '../canned-service.ts'
import { type BoxItem, type BoxItems, missingReply, ok, refuse } from './box-items.ts'

type Finish = (bytes: Uint8Array) => ServiceReply
type Session = {
  held: Uint8Array
  readonly size: number
  readonly finish: Finish
  isAsked: boolean
}

const partBytes = 8 * 1024 * 1024
const digestOf = (bytes: Uint8Array) => `sha=${createHash('sha1').update(bytes).digest('base64')}`
const badDigest = refuse(412, 'sha1_mismatch', 'The digest is another one.')

/** Uploads as the service takes them: at once up to 50 MB, in parts from 20 MB on. */
export class BoxUploads {
  readonly #items: BoxItems
  readonly #sessions = new Map<string, Session>()

  constructor(items: BoxItems) {
    this.#items = items
  }

  answer(exchange: ServiceExchange): ServiceReply {
    const [, action = '', rest] = exchange.path.split('/api/2.0/files')[1]?.split('/') ?? []
    if (action === 'upload_sessions' && rest !== undefined) return this.#go(rest, exchange)
    const id = /^\d+$/.test(action) ? action : undefined
    const remoteBox = id === undefined ? undefined : this.#items.get('file', id)
    if (id !== undefined && !remoteBox) return missingReply
    if (exchange.path.endsWith('/upload_sessions')) return this.#begin(exchange, remoteBox)
    const { attributes, bytes } = formIn(exchange)
    return this.#finish(remoteBox, attributes)(bytes)
  }

  #finish(remoteBox: BoxItem | undefined, { name, parent }: Attributes): Finish {
    const place = parent?.id ?? remoteBox?.parent ?? '0'
    return (bytes) =>
      this.#items.inTheWay(place, name, remoteBox?.id) ??
      this.#items.put({ ...remoteBox, type: 'file', name, parent: place, bytes })
  }

  #begin(exchange: ServiceExchange, remoteBox: BoxItem | undefined): ServiceReply {
    const { file_size: size, file_name: name, folder_id: id } = jsonOf(exchange)
    if (Number(size) < 20_000_000) return refuse(400, 'file_size_too_small', 'Too small.')
    const key = randomUUID()
    const parent = id === undefined ? undefined : { id: String(id) }
    const finish = this.#finish(remoteBox, omitUndefined({ name: String(name), parent }))
    this.#sessions.set(key, { held: Buffer.alloc(0), size: Number(size), finish, isAsked: false })
    return ok({ id: key, part_size: partBytes }, 201)
  }

  #go(key: string, exchange: ServiceExchange): ServiceReply {
    const session = this.#sessions.get(key)
    if (!session) return missingReply
    if (exchange.method === 'PUT') return this.#add(session, exchange)
    if (exchange.method === 'POST') return this.#commit(session, exchange)
    this.#sessions.delete(key)
    return { status: 204, body: '' }
  }

  #add(session: Session, { headers, bytes }: ServiceExchange): ServiceReply {
    const [from = 0, , total = 0] = (String(headers['content-range']).match(/\d+/g) ?? []).map(
      Number,
    )
    if (headers.digest !== digestOf(bytes)) return badDigest
    if (from !== session.held.length || total !== session.size) {
      return refuse(416, 'range_overlaps_existing_range', 'The part does not go on.')
    }
    session.held = Buffer.concat([session.held, bytes])
    return ok({ part: { part_id: randomUUID(), offset: from, size: bytes.length } })
  }

  /** Only when it is asked again, it has put the parts together. */
  #commit(session: Session, exchange: ServiceExchange): ServiceReply {
    if (exchange.headers.digest !== digestOf(session.held)) return badDigest
    if (session.isAsked) return session.finish(session.held)
    session.isAsked = true
    return { status: 202, body: '', headers: { 'retry-after': '0.01' } }
  }
}

type Attributes = { readonly name: string; readonly parent?: { readonly id: string } }

function formIn({ headers, bytes }: ServiceExchange) {
  const boundary = String(headers['content-type']).split('boundary=')[1]
  const whole = Buffer.from(bytes)
  const startOf = (name: string) => whole.indexOf('\r\n\r\n', whole.indexOf(`name="${name}"`)) + 4
  const endFrom = (start: number) => whole.indexOf(`\r\n--${boundary}`, start)
  const partOf = (name: string) => whole.subarray(startOf(name), endFrom(startOf(name)))
  const attributes = JSON.parse(partOf('attributes').toString()) as Attributes
  return { attributes, bytes: partOf('file') }
}
