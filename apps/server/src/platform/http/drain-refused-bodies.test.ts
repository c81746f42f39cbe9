import { once } from 'node:events'
import { type ClientRequest, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drainRefusedBodies } from './drain-refused-bodies.ts'

const megabyte = 1024 * 1024
const maxDrainedBytes = 8 * megabyte
const bodyLimit = 1000

/** Senders that read their reply get it in time on a busy machine, too. */
let patientApp: FastifyInstance
let impatientApp: FastifyInstance

beforeAll(async () => {
  patientApp = await startApp({ seconds: 120 })
  impatientApp = await startApp({ seconds: 2 })
})
afterAll(async () => {
  await patientApp?.close()
  await impatientApp?.close()
})

async function startApp({ seconds }: { readonly seconds: number }): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit })
  drainRefusedBodies(app, { bytes: maxDrainedBytes, seconds })
  app.post('/', async () => 'accepted')
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

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
  readonly makeBody: (size: number) => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

const bodies: readonly Body[] = [
  { name: 'of a stated length', makeBody: (size) => new Uint8Array(size) },
  { name: 'in chunks', makeBody: streamOf },
]

describe.each(bodies)('a body $name that is too large', ({ makeBody }) => {
  test.each([2, 12])('is refused with 413, of %d MB', async (megabytes) => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const reply = await fetch(`http://127.0.0.1:${portOf(patientApp)}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: makeBody(megabytes * megabyte),
        duplex: 'half',
      } as RequestInit)

      expect(reply.status).toBe(413)
      expect(await reply.json()).toMatchObject({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
    }
  })
})

test('a sender that reads the reply only at the end gets it, and can use the connection again or asked for its end', async () => {
  for (const connection of ['keep-alive', 'close']) {
    const request = openRequest(patientApp, { connection, 'content-length': String(4 * megabyte) })
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
  // A request that the process sends itself has no connection to close when the time is over.
  const ownReply = await impatientApp.inject({ method: 'POST', url: '/', payload: { total: 1 } })
  expect(ownReply.statusCode).toBe(200)
  const request = openRequest(impatientApp, { 'transfer-encoding': 'chunked' })
  const { socket } = await connected(request)
  const responseEvent = once(request, 'response')
  const closeEvent = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  request.on('error', () => undefined)
  const chunk = Buffer.alloc(megabyte)
  const sendNext = () => {
    if (!socket.destroyed) request.write(chunk, sendNext)
  }
  sendNext()

  const [reply] = await responseEvent
  expect(reply.statusCode).toBe(413)
  reply.resume()
  reply.on('error', () => undefined)
  await closeEvent
  // What the system buffers on both sides comes on top.
  expect(socket.bytesWritten).toBeLessThan(maxDrainedBytes + 24 * megabyte)
})

function openRequest(app: FastifyInstance, headers: Record<string, string>): ClientRequest {
  return sendRequest({
    port: portOf(app),
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
