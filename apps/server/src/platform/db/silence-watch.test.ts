import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../testing/clone-database.ts'
import { createConnectionAttempts } from './connection-attempts.ts'
import { isConnectionLost } from './outage.ts'
import { createClientClass } from './pg-client.ts'
import { openSilenceWatch, respondsOnNewConnection } from './silence-watch.ts'

let database: TestDatabase
/** A proxy between the client and the server that drops all packets on command. */
const sockets: Socket[] = []
const proxy = createServer((clientSocket) => {
  const { hostname, port, searchParams } = new URL(database.url)
  const folder = searchParams.get('host')
  const serverSocket = folder
    ? connect(join(folder, '.s.PGSQL.5432'))
    : connect(Number(port), hostname)
  sockets.push(clientSocket, serverSocket)
  clientSocket.on('error', () => {}).pipe(serverSocket)
  serverSocket.on('error', () => {}).pipe(clientSocket)
})
let url: string

beforeAll(async () => {
  database = await cloneDatabase()
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { pathname, username, password } = new URL(database.url)
  const { port } = proxy.address() as AddressInfo
  url = `postgresql://${username || 'postgres'}:${password}@127.0.0.1:${port}${pathname}`
})

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  proxy.close()
  await database.drop()
})

function open(answers: () => Promise<boolean>) {
  const timing = { checkIntervalSeconds: 0.02, maxSilentSeconds: 0.2 }
  const Client = createClientClass(createConnectionAttempts(), () =>
    openSilenceWatch({ isServerResponsive: answers, ...timing }),
  )
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  return client
}

test('an unanswered statement fails as an outage, and hangs without the watch', async () => {
  const client = open(async () => false)
  await client.connect()
  for (const socket of sockets) socket.unpipe()

  const queryError = await client.query('select 1').catch((error: unknown) => error)

  expect(queryError).toMatchObject({ message: expect.stringContaining('does not answer') })
  expect(isConnectionLost(queryError)).toBe(true)
})

test('lets a statement run as long as it takes while the database answers others', async () => {
  let checkCount = 0
  const client = open(async () => {
    checkCount += 1
    return true
  })
  await client.connect()

  const { rows } = await client.query('select 1 as one, pg_sleep(1)')

  expect(rows).toMatchObject([{ one: 1 }])
  expect(checkCount).toBeGreaterThan(0)
  await client.end()
})

test('a running database responds on a new connection, and a missing one does not', async () => {
  expect(await respondsOnNewConnection({ connectionString: database.url })).toBe(true)
  expect(
    await respondsOnNewConnection({ connectionString: 'postgresql://postgres@127.0.0.1:1/none' }),
  ).toBe(false)
})
