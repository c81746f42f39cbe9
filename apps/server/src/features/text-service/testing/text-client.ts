import { request } from 'node:http'
import { omitUndefined } from '@recto/omit-undefined'
import { vi } from 'vitest'

export type ClientReply = {
  readonly status: number
  /** JSON parsed, or the text itself. Looked into as the test expects it. */
  readonly body: ReturnType<typeof JSON.parse>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

type SendOptions = {
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

/** Sends no header but those of the protocol and those that it is given. */
export type TextClient = {
  ask(method: string, path: string, options?: SendOptions): Promise<ClientReply>
  /** A POST of bytes with no type, answered with the hash. */
  upload(bytes: Uint8Array | string, query?: SendOptions['query']): Promise<string>
  /** Waits for the status `processed` or `error` and returns it. */
  untilDone(hash: string): Promise<ReturnType<typeof JSON.parse>>
  /** Uploads, waits and retrieves. */
  read(bytes: Uint8Array, query?: SendOptions['query']): Promise<Read>
}

type Read = {
  readonly hash: string
  readonly result: ReturnType<typeof JSON.parse>
}

export function openTextClient(origin: string, key: string): TextClient {
  const ask = (method: string, path: string, options: SendOptions = {}) =>
    send(`${origin}/api/v2${path}`, method, {
      ...options,
      headers: { 'unstract-key': key, ...options.headers },
    })

  const upload: TextClient['upload'] = async (body, query) => {
    const reply = await ask('POST', '/whisper', omitUndefined({ body, query }))
    if (reply.status !== 202) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.whisper_hash
  }

  const untilDone = (hash: string) =>
    vi.waitFor(
      async () => {
        const { body } = await ask('GET', '/whisper-status', { query: { whisper_hash: hash } })
        if (!['processed', 'error'].includes(body.status)) throw new Error(body.status)
        return body
      },
      { timeout: 45_000, interval: 20 },
    )

  return {
    ask,
    upload,
    untilDone,
    async read(bytes, query) {
      const hash = await upload(bytes, query)
      const { status, message } = await untilDone(hash)
      if (status === 'error') throw new Error(message)
      const reply = await ask('GET', '/whisper-retrieve', { query: { whisper_hash: hash } })
      return { hash, result: reply.body }
    },
  }
}

function send(
  address: string,
  method: string,
  { query, headers, body }: SendOptions,
): Promise<ClientReply> {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      url,
      { method, headers: headers ?? {}, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = response.headers['content-type']?.includes('json')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson ? JSON.parse(text) : text,
          })
        })
      },
    )
    clientRequest.on('error', reject)
    if (body !== undefined) clientRequest.setHeader('content-length', Buffer.byteLength(body))
    clientRequest.end(body)
  })
}
