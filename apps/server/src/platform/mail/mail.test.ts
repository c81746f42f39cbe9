import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { connect } from '../db/connect.ts'
import { openSlotPool } from '../work/slot-pool.ts'
import { startWorker } from '../work/start-worker.ts'
import { type MailTransport, openTransport } from './open-transport.ts'
import { queueMail } from './queue-mail.ts'
import { openMailQueue } from './send-mail.ts'

const mail = { to: 'ana@example.org', subject: 'Grüße', text: 'A link: https://example.org/?a=b\n' }

let server: TestServer
let silent: Server
const sockets: Socket[] = []

beforeAll(async () => {
  // A mail server that accepts every connection and never replies.
  silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  server = await startServer({
    env: {
      RECTO_PUBLIC_URL: 'https://recto.example.org',
      RECTO_MAIL_URL: `smtp://127.0.0.1:${port}`,
    },
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  silent?.close()
  await server?.close()
})

const rows = () => server.ctx.db.selectFrom('outgoing_mail').selectAll().execute()

/** A worker that sends mails; the function stops it. */
async function startSender(transport?: MailTransport): Promise<() => Promise<void>> {
  const { ctx, databaseUrl } = server
  const { pool, close } = connect(databaseUrl, ctx.log)
  const worker = await startWorker({
    ...ctx,
    pool,
    databaseUrl,
    jobs: [],
    needs: ctx,
    queues: { all: [openMailQueue(transport && (() => transport))], slots: openSlotPool() },
  })
  return async () => {
    await worker.stop({ withinSeconds: 0 })
    await close()
  }
}

test('a hanging mail server delays no request, and the mail stays queued', async () => {
  const response = await server.anonymous.post('/api/v1/password/forgotten', {
    email: 'admin@localhost',
  })
  const stop = await startSender()
  await once(silent, 'connection')
  const otherResponses = await Promise.all(
    ['/health', '/api/v1/access'].map((path) => server.anonymous.get(path)),
  )
  const [heldRow] = await rows()
  await stop()

  expect(response.status).toBe(202)
  expect(otherResponses.map(({ status }) => status)).toEqual([200, 200])
  expect(heldRow).toMatchObject({ sent_at: null, worker_id: expect.any(String) })
  expect(heldRow?.sealed).not.toContain('admin@localhost')
  const [row] = await rows()
  // The attempt of a worker that stops has no outcome, so it does not count.
  expect(row).toMatchObject({ sealed: heldRow?.sealed, worker_id: null, attempts: 0 })
})

test('only one attempt at a time sends a mail, however many workers there are', async () => {
  const { ctx } = server
  await ctx.db.deleteFrom('outgoing_mail').execute()
  const sentMails: string[] = []
  const transport = { send: async (_mail: unknown, id: string) => void sentMails.push(id) }
  const stops = await Promise.all([1, 2, 3].map(() => startSender(transport)))
  await queueMail(ctx, mail)
  await expect.poll(async () => (await rows())[0]?.sent_at).toBeInstanceOf(Date)
  await Promise.all(stops.map((stop) => stop()))

  expect(sentMails).toHaveLength(1)
  expect((await rows())[0]).toMatchObject({ sealed: null, next_try_at: null, attempts: 1 })
})

test('a mail that cannot be sent waits for its next attempt', async () => {
  const { ctx } = server
  await ctx.db.deleteFrom('outgoing_mail').execute()
  const transport = { send: () => Promise.reject(new Error('The mailbox is full.')) }
  const stop = await startSender(transport)
  await queueMail(ctx, mail)
  await expect.poll(async () => (await rows())[0]?.last_error).toBe('The mailbox is full.')
  await stop()

  const [row] = await rows()
  expect(row).toMatchObject({ attempts: 1, worker_id: null, sent_at: null })
  expect(row?.next_try_at?.getTime()).toBeGreaterThan(Date.now())
})

test('a mail that an earlier version was sending is sent when its lease is over', async () => {
  const { ctx } = server
  await ctx.db.deleteFrom('outgoing_mail').execute()
  await ctx.db
    .insertInto('outgoing_mail')
    .values({ sealed: ctx.vault.seal(JSON.stringify(mail)), next_try_at: new Date() })
    .execute()
  const sentMails: unknown[] = []
  const stop = await startSender({ send: async (sentMail) => void sentMails.push(sentMail) })
  await expect.poll(() => sentMails).toEqual([mail])
  await stop()
})

test('sends no mail of a failed transaction', async () => {
  const { ctx } = server
  await ctx.db.deleteFrom('outgoing_mail').execute()
  const failure = ctx.db.transaction().execute(async (db) => {
    await queueMail({ ...ctx, db }, mail)
    throw new Error('no')
  })

  await expect(failure).rejects.toThrow('no')
  expect(await rows()).toEqual([])
})

test('writes mails to private files if there is no mail server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recto-outbox-'))
  const access = { ...server.ctx.config.access, mailUrl: undefined }
  await openTransport({ access, dataDir }).send(mail, 'one')
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder)
  const text = await readFile(join(folder, names[0] ?? ''), 'utf8')
  const mode = async (path: string) => (await stat(path)).mode & 0o777

  expect(names).toEqual([expect.stringMatching(/^[^.].*-one\.eml$/)])
  expect([await mode(folder), await mode(join(folder, names[0] ?? ''))]).toEqual([0o700, 0o600])
  expect(text).toMatch(/^To: ana@example\.org$/m)
  expect(text).toMatch(/^Message-ID: <one@recto>$/m)
  await rm(dataDir, { recursive: true })
})
