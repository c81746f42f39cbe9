import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { abortStalledBodies } from './abort-stalled-bodies.ts'
import { presentError } from './present-error.ts'

let app: FastifyInstance
const gate = Promise.withResolvers<void>()

beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => {
    const refusal = presentError(error)
    return reply.status(refusal?.status ?? 500).send(refusal?.body)
  })
  abortStalledBodies(app, { seconds: 0.2 })
  app.post('/', async ({ body }) => body)
  app.post('/held', async ({ body }) => gate.promise.then(() => body))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const head = (bytes: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n`

async function open(): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

test('replies to a stalled body and closes the connection', async () => {
  const socket = await open()
  socket.write(`${head(10)}half`)
  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toContain('No request body data arrived for 0.2 seconds.')
})

test('accepts a slow body that takes longer than the limit', async () => {
  const socket = await open()
  socket.write(head(8))
  let sentBytes = 0
  // Sends one byte between two checks of the server.
  const timer = setInterval(() => {
    socket.write('x')
    sentBytes += 1
    if (sentBytes === 8) clearInterval(timer)
  }, 50)
  const [first] = await once(socket, 'data')
  socket.destroy()

  expect(String(first)).toMatch(/^HTTP\/1.1 200 /)
  expect(String(first)).toContain('xxxxxxxx')
})

test('leaves a request alone that the process sends itself, however long its reply takes', async () => {
  const replyPromise = app.inject({ method: 'POST', url: '/held', payload: { total: 1 } })
  // The body of this one stalls later, so its refusal tells that the other would have been refused by now.
  const socket = await open()
  socket.write(`${head(10)}half`)
  await text(socket)
  gate.resolve()

  expect((await replyPromise).json()).toEqual({ total: 1 })
})
