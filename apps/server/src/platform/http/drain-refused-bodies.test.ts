import { once } from 'node:events'
import { type ClientRequest, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drainRefusedBodies } from './drain-refused-bodies.ts'

const megabyte = 1024 * 1024
const limits = { bytes: 8 * megabyte, seconds: 2 }
const bodyLimit = 1000

let app: FastifyInstance
let url: string

beforeAll(async () => {
  app = Fastify({ bodyLimit })
  drainRefusedBodies(app, limits)
  app.post('/', async () => 'accepted')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** A stream has no length, so it is sent in chunks. */
function streamOf(size: number): ReadableStream<Uint8Array> {
  let left = size
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close()
      left -= 64 * 1024
      controller.enqueue(new Uint8Array(64 * 1024).fill(0x61))
    },
  })
}

type Body = {
  readonly name: string
  readonly of: (size: number) => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

const bodies: readonly Body[] = [
  { name: 'of a stated length', of: (size) => new Uint8Array(size) },
  { name: 'in chunks', of: streamOf },
]

describe.each(bodies)('a body $name that is too large', ({ of }) => {
  test.each([2, 12])('is refused with 413, of %d MB', async (megabytes) => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: of(megabytes * megabyte),
        duplex: 'half',
      } as RequestInit)

      expect(reply.status).toBe(413)
      expect(await reply.json()).toMatchObject({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
    }
  })
})

test('a sender that reads the reply only at the end gets it, and can use the connection again or asked for its end', async () => {
  for (const connection of ['keep-alive', 'close']) {
    const request = openRequest({ connection, 'content-length': String(4 * megabyte) })
    const { socket } = await connected(request)
    socket.pause()
    await new Promise<void>((resolve) => request.end(Buffer.alloc(4 * megabyte), resolve))
    socket.resume()
    const [reply] = await once(request, 'response')
    reply.resume()
    await once(reply, 'end')

    expect(reply.statusCode).toBe(413)
    if (connection === 'close') await once(socket, 'close')
    else expect(socket.destroyed).toBe(false)
    socket.destroy()
  }
})

test('a sender that does not end gets the reply, and its connection is closed', async () => {
  const request = openRequest({ 'transfer-encoding': 'chunked' })
  const { socket } = await connected(request)
  const replied = once(request, 'response')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  request.on('error', () => undefined)
  const chunk = Buffer.alloc(megabyte)
  const sendNext = () => {
    if (!socket.destroyed) request.write(chunk, sendNext)
  }
  sendNext()

  const [reply] = await replied
  expect(reply.statusCode).toBe(413)
  reply.resume()
  reply.on('error', () => undefined)
  await closed
  // What the system buffers on both sides comes on top.
  expect(socket.bytesWritten).toBeLessThan(limits.bytes + 24 * megabyte)
})

function openRequest(headers: Record<string, string>): ClientRequest {
  const { port } = app.server.address() as AddressInfo
  return sendRequest({
    port,
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...headers },
  })
}

async function connected(request: ClientRequest) {
  request.flushHeaders()
  const [socket] = await once(request, 'socket')
  if (socket.connecting) await once(socket, 'connect')
  return { socket }
}
