import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopListening, watchFreshConnections } from './stop-listening.ts'

const server = createServer((_request, response) => response.end('here'))
let port: number

beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})

afterEach(() => server.closeAllConnections())

/** Connects on a connection of its own and returns the outcome. */
async function call(): Promise<string | undefined> {
  const request = get({ port, host: '127.0.0.1', agent: false })
  const [reply] = (await once(request, 'response').catch((error) => [error])) as [
    IncomingMessage | NodeJS.ErrnoException,
  ]
  return 'statusCode' in reply ? String(reply.statusCode) : (reply as NodeJS.ErrnoException).code
}

test('serves all connections made before the stop, and refuses later ones', async () => {
  const earlyCalls = Array.from({ length: 100 }, call)

  await stopListening(server)

  expect(new Set(await Promise.all(earlyCalls))).toEqual(new Set(['200']))
  expect(await call()).toBe('ECONNREFUSED')
})

test('a connection is fresh until a request arrives or it ends', async () => {
  const fresh = watchFreshConnections(server)
  const silent = connect({ port, host: '127.0.0.1' })
  const socket = connect({ port, host: '127.0.0.1' })
  while ([...fresh.all].length < 2) await once(server, 'connection')

  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  await once(socket, 'data')
  expect([...fresh.all]).toHaveLength(1)
  silent.destroy()

  await fresh.drainWithin(30)
  expect([...fresh.all]).toEqual([])
  socket.destroy()
  await stopListening(server)
})
