import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../testing/clone-database.ts'
import { openAttempts } from './attempts.ts'
import { isConnectionLost } from './outage.ts'
import { clientThrough } from './pg-client.ts'
import { answersAnew, openSilenceWatch } from './watch-silence.ts'

let database: TestDatabase
/** Everything between the client and the server, until it is told to drop it. */
const sockets: Socket[] = []
const door = createServer((incoming) => {
  const { hostname, port, searchParams } = new URL(database.url)
  const folder = searchParams.get('host')
  const outgoing = folder ? connect(join(folder, '.s.PGSQL.5432')) : connect(Number(port), hostname)
  sockets.push(incoming, outgoing)
  incoming.on('error', () => {}).pipe(outgoing)
  outgoing.on('error', () => {}).pipe(incoming)
})
let url: string

beforeAll(async () => {
  database = await cloneDatabase()
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const { pathname, username, password } = new URL(database.url)
  const { port } = door.address() as AddressInfo
  url = `postgresql://${username || 'postgres'}:${password}@127.0.0.1:${port}${pathname}`
})

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  door.close()
  await database.drop()
})

function open(answers: () => Promise<boolean>) {
  const timing = { lookEverySeconds: 0.02, silentSeconds: 0.2 }
  const Client = clientThrough(openAttempts(), () => openSilenceWatch({ answers, ...timing }))
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  return client
}

test('a statement that nobody answers any more ends as an outage, and not at all without it', async () => {
  const client = open(async () => false)
  await client.connect()
  for (const socket of sockets) socket.unpipe()

  const lost = await client.query('select 1').catch((error: unknown) => error)

  expect(lost).toMatchObject({ message: expect.stringContaining('does not answer') })
  expect(isConnectionLost(lost)).toBe(true)
})

test('a statement takes as long as it takes where the database answers others', async () => {
  let asked = 0
  const client = open(async () => {
    asked += 1
    return true
  })
  await client.connect()

  const { rows } = await client.query('select 1 as one, pg_sleep(1)')

  expect(rows).toMatchObject([{ one: 1 }])
  expect(asked).toBeGreaterThan(0)
  await client.end()
})

test('a database answers anew when it is there, and not when nobody is', async () => {
  expect(await answersAnew({ connectionString: database.url })).toBe(true)
  expect(await answersAnew({ connectionString: 'postgresql://postgres@127.0.0.1:1/none' })).toBe(
    false,
  )
})
