import { createHash, randomUUID } from 'node:crypto'
import type { DocumentText } from '@recto/document-text/model'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import {
  findDocumentText,
  forgetDocument,
  readDocumentBytes,
  readDocumentText,
  storeBytes,
  storeDocuments,
} from './documents.port.ts'

let server: TestServer
let home: Tenant
let rival: Tenant

beforeAll(async () => {
  server = await startServer()
  await server.as('admin', { organization: 'rival', name: 'mallory' }).get('users/profile/')
  const { db } = server.ctx
  const organizations = await db.selectFrom('organization').select(['id', 'slug']).execute()
  const tenantOf = (slug: string): Tenant => ({
    db,
    organizationId: organizations.find((one) => one.slug === slug)!.id,
  })
  home = tenantOf('recto')
  rival = tenantOf('rival')
})
afterAll(() => server.close())

const pdf = (content: string) => ({
  bytes: new TextEncoder().encode(content),
  mimeType: 'application/pdf',
})
const text: DocumentText = {
  formatVersion: 2,
  pages: [
    {
      number: 0,
      width: 612,
      height: 792,
      rotation: 0,
      words: [{ text: 'Hi', box: [1.004, 2, 3, 4], confidence: 1, origin: 'native' }],
      lines: [{ box: [1.004, 2, 3, 4], start: 0, end: 1 }],
    },
  ],
}

test('an organization does not have what another one stored', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('mine'))

  await expect(readDocumentBytes(server.ctx, rival, hash)).rejects.toThrow()
  await forgetDocument(server.ctx, rival, hash)
  expect(await readDocumentBytes(server.ctx, home, hash)).toEqual(Buffer.from('mine'))
})

test('the same content is kept once, also when it comes many times at once', async () => {
  const stored = await Promise.all(
    Array.from({ length: 8 }, () => storeBytes(server.ctx, home, pdf('often'))),
  )

  const hash = createHash('sha256').update('often').digest('hex')
  expect(new Set(stored.map((one) => one.hash))).toEqual(new Set([hash]))
  const files = await server.ctx.files.list(`documents/${home.organizationId}/${hash}`)
  expect(files).toHaveLength(1)
  expect(await server.ctx.files.list('uploads')).toEqual([])
})

test('many requests with the same documents in any order keep all of them', async () => {
  const names = Array.from({ length: 6 }, (_, i) => `shared ${i}`)
  const arrive = async (name: string) => {
    const path = `uploads/${randomUUID()}`
    await server.ctx.files.write(path, name)
    const hash = createHash('sha256').update(name).digest('hex')
    return { hash, size: name.length, mimeType: 'application/pdf', path }
  }
  const requests = await Promise.all(
    Array.from({ length: 8 }, (_, i) => {
      const turned = [...names.slice(i % 6), ...names.slice(0, i % 6)]
      return Promise.all(turned.map(arrive))
    }),
  )

  await Promise.all(requests.map((files) => storeDocuments(server.ctx, home, files)))

  for (const { hash } of requests[0]!) {
    expect(names).toContain(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash))))
  }
})

test('a text is read once for an extractor, and those who ask meanwhile wait for it', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('to read'))
  const read = vi.fn(async () => text)
  const ask = (extractorKey: string) =>
    readDocumentText(server.ctx, home, { hash, extractorKey, read })
  expect(await findDocumentText(server.ctx, home, { hash, extractorKey: 'a' })).toBeUndefined()

  const readings = await Promise.all([ask('a'), ask('a'), ask('a')])
  const later = await ask('a')
  expect(read).toHaveBeenCalledTimes(1)
  expect(readings).toEqual([later, later, later])
  expect(later.pages[0]?.words[0]?.text).toBe('Hi')

  await ask('b')
  expect(read).toHaveBeenCalledTimes(2)
})

test('a reading that fails is not kept', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('troublesome'))
  const read = vi.fn(async () => text).mockRejectedValueOnce(new Error('worn out'))
  const ask = () => readDocumentText(server.ctx, home, { hash, extractorKey: 'a', read })

  await expect(ask()).rejects.toThrow('worn out')
  expect((await ask()).pages).toHaveLength(1)
})

test('a forgotten document is gone with its texts, and can come again', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('passing'))
  await readDocumentText(server.ctx, home, { hash, extractorKey: 'a', read: async () => text })

  await forgetDocument(server.ctx, home, hash)
  expect(await server.ctx.files.list(`documents/${home.organizationId}/${hash}`)).toEqual([])

  await storeBytes(server.ctx, home, pdf('passing'))
  expect(await readDocumentBytes(server.ctx, home, hash)).toEqual(Buffer.from('passing'))
})
