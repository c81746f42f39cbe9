import { randomUUID } from 'node:crypto'
import { jsonOf, type ServiceExchange, type ServiceReply } from '../canned-service.ts'

type Metadata = Readonly<Record<string, unknown>>
type Finish = (bytes: Uint8Array) => ServiceReply
type Session = { held: Uint8Array; readonly finish: Finish }

const refuse = (message: string): ServiceReply => ({
  status: 400,
  body: { error: { code: 400, message } },
})
const notFoundReply = { status: 404, body: { error: { code: 404, message: 'Not Found' } } }

/** Uploads in parts as Google's services take them; the file is made by `begin`'s answer, of the whole. */
export class ResumableUploads {
  readonly #sessions = new Map<string, Session>()
  readonly #begin: (exchange: ServiceExchange, metadata: Metadata) => Finish | undefined

  constructor(begin: (exchange: ServiceExchange, metadata: Metadata) => Finish | undefined) {
    this.#begin = begin
  }

  answer(exchange: ServiceExchange): ServiceReply {
    const { upload_id: id } = exchange.query
    if (id === undefined) return this.#opened(exchange)
    const session = this.#sessions.get(id)
    if (!session) return notFoundReply
    return exchange.method === 'DELETE' ? { status: 499, body: '' } : this.#add(session, exchange)
  }

  #opened(exchange: ServiceExchange): ServiceReply {
    const finish = this.#begin(exchange, jsonOf(exchange))
    if (!finish) return notFoundReply
    const id = randomUUID()
    this.#sessions.set(id, { held: Buffer.alloc(0), finish })
    const { path } = exchange
    const host = path.startsWith('/upload/drive') ? 'www.googleapis.com' : 'storage.googleapis.com'
    const location = `https://${host}${path}?upload_id=${id}`
    return { status: 200, body: '', headers: { location } }
  }

  #add(session: Session, { headers, bytes }: ServiceExchange): ServiceReply {
    const rangeMatch =
      /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(String(headers['content-range'])) ?? []
    const from = Number(rangeMatch[1] ?? session.held.length)
    const [, , total = ''] = rangeMatch
    if (from !== session.held.length) return refuse('The range does not go on.')
    session.held = Buffer.concat([session.held, bytes])
    if (total !== '*') return session.finish(session.held)
    if (bytes.length % 262_144 !== 0) return refuse('Parts are of 256 KiB.')
    const range = `bytes=0-${session.held.length - 1}`
    return { status: 308, body: '', headers: { range } }
  }
}
