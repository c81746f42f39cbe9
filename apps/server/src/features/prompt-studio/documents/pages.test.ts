import {
  brokenPdf,
  encryptedPdf,
  pdfOfPages,
  sampleInvoices,
} from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let ada: Studio
let projectId: string

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  projectId = (await ada.project()).tool_id
})
afterAll(() => server.close())

const unknownId = '00000000-0000-4000-8000-000000000000'
const add = ({ name, file }: { name: string; file: Uint8Array }) =>
  ada.document(projectId, { name, content: file })
const pages = (documentId: string, person = ada.person) =>
  person.get(`prompt-studio/file/${projectId}/pages/?document_id=${documentId}`)
const picture = (documentId: string, query: string, person = ada.person) =>
  person.get(`prompt-studio/file/${projectId}/page/?document_id=${documentId}&${query}`)

const unlock = (document_id: string, password: string) =>
  ada.person.post(`prompt-studio/file/${projectId}/password/`, { document_id, password })
const download = (documentId: string, form: string, person = ada.person) =>
  person.get(`prompt-studio/file/${projectId}/download/?document_id=${documentId}&form=${form}`)

/** Reads width and height from the header of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('returns 404 for missing pages, unknown documents and documents of another organization', async () => {
  const id = await add((await sampleInvoices())[0]!)
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })

  expect(await picture(id, 'page=7')).toMatchObject({
    status: 404,
    body: { errors: [{ detail: 'Page not found.' }] },
  })
  expect((await picture(unknownId, 'page=0')).status).toBe(404)
  expect((await pages(unknownId)).status).toBe(404)
  expect((await picture(id, 'page=0', rival)).status).toBe(404)
  expect((await pages(id, rival)).status).toBe(404)
  expect((await picture(id, 'page=0', server.anonymous)).status).toBe(401)
})

test.each(['page=-1', 'page=x', 'page=1.5', '', 'page=0&width=0', 'page=0&width=99999'])(
  'rejects the query %s at its field',
  async (query) => {
    const { status, body } = await picture(unknownId, query)

    expect(status).toBe(400)
    expect(body.errors[0].attr).toMatch(/page|width/)
  },
)

test('explains why a document cannot be drawn', async () => {
  const id = await add(brokenPdf())

  for (const refusal of [await pages(id), await picture(id, 'page=0')]) {
    expect(refusal.status).toBe(400)
    expect(refusal.body.errors[0].detail).toContain('broken.pdf')
  }
})

test('rejects a wrong password and never reveals it', async () => {
  const { name, file } = await encryptedPdf('open sesame')
  const lockedFile = { name, content: file }
  const upload = (password: string) =>
    ada.person.upload(`prompt-studio/file/${projectId}`, {
      files: [lockedFile],
      fields: { password },
    })
  for (const password of ['', 'x'.repeat(128)]) {
    expect((await upload(password)).body.errors[0]).toMatchObject({ attr: 'password' })
  }
  const wrong = await upload('of nobody')
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors).toEqual([
    { code: 'invalid', detail: expect.stringContaining('encrypted.pdf'), attr: 'password' },
  ])
  expect(JSON.stringify(wrong.body)).not.toContain('of nobody')

  const open = await add((await sampleInvoices())[1]!)
  const notLocked = await unlock(open, 'open sesame')
  expect([notLocked.status, notLocked.body.errors[0].detail]).toEqual([
    400,
    expect.stringContaining('not locked'),
  ])
  expect((await unlock(unknownId, 'open sesame')).status).toBe(404)
})

test('shows, reads and downloads a locked document once its password is known, which is stored encrypted', async () => {
  const { name, file } = await encryptedPdf('open sesame')
  const id = await ada.document(projectId, { name, content: file })
  expect((await pages(id)).body.errors[0].detail).toMatch(/password/)
  expect((await unlock(id, 'of nobody')).body.errors[0].attr).toBe('password')

  const reply = await unlock(id, 'open sesame')

  expect(reply.body).toEqual({ document_id: id, document_name: name, tool: projectId })
  expect((await pages(id)).body.pages).toHaveLength(1)
  expect((await picture(id, 'page=0')).status).toBe(200)
  const index = { document_id: id }
  await ada.person.post(`prompt-studio/index-document/${projectId}`, index)
  const path = `prompt-studio/file/${projectId}?document_id=${id}`
  const text = (await ada.person.get(`${path}&view_type=EXTRACT`)).body.data.data
  expect(text.trim().length).toBeGreaterThan(0)
  const pdf = Buffer.from((await ada.person.get(path)).body.data.data, 'base64')
  const read = await server.ctx.reader.inspect(pdf)
  expect(read.pages).toBe(1)
  expect((await download(id, 'original')).body).toEqual(Buffer.from(file))

  const row = await server.ctx.db
    .selectFrom('prompt_document')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('open sesame')
  const { body: audit } = await ada.person.get('audit/?action=document.unlocked')
  expect(audit.results).toMatchObject([{ action: 'document.unlocked', subject_name: name }])
  expect(server.ctx.vault.open(row.sealed_password ?? '')).toBe('open sesame')
})

test('reads a locked document that is uploaded with its password', async () => {
  const { file } = await encryptedPdf('open sesame')
  const files = [{ name: 'known.pdf', content: file }]
  const fields = { password: 'open sesame' }
  const { status, body } = await ada.person.upload(`prompt-studio/file/${projectId}`, {
    files,
    fields,
  })

  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toContain('sesame')
  expect((await pages(body.data[0].document_id)).body.pages).toHaveLength(1)
})

test('[PS-110] shows and downloads other files as PDF, but stores and reads the original', async () => {
  const table = 'Item;Pieces\nBlue lamp;12\n'
  const id = await add({ name: 'lamps.csv', file: Buffer.from(table) })

  const pdfReply = await download(id, 'pdf')
  expect(pdfReply.status).toBe(200)
  expect(pdfReply.headers.get('content-type')).toBe('application/pdf')
  expect(pdfReply.headers.get('content-disposition')).toContain("filename*=UTF-8''lamps.pdf")
  const contents = await server.ctx.reader.read(pdfReply.body, { mode: 'native_text' })
  expect(contents.pages[0]?.words.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Item', 'Pieces', 'Blue', 'lamp', '12']),
  )
  const path = `prompt-studio/file/${projectId}?document_id=${id}`
  expect((await ada.person.get(path)).body).toMatchObject({
    data: { data: pdfReply.body.toString('base64') },
    mime_type: 'application/pdf',
  })
  expect((await download(id, 'original')).body).toBe(table)
  expect((await download(unknownId, 'pdf')).status).toBe(404)
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  expect((await download(id, 'pdf', rival)).status).toBe(404)
})

test.each(['note.txt', 'note.md'])('[PS-073] draws %s as its text', async (name) => {
  const id = await add({ name, file: Buffer.from('Total <b>30.00</b>\n\nPaid in March') })
  const { status, headers, body } = await picture(id, 'page=0')

  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  const words = [...String(body).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, word]) => word)
  expect(words.join(' ')).toContain('30.00')
  expect(words.join(' ')).toContain('Paid in March')
})

test('returns a page as an inert picture in the next supported width', async () => {
  const { file } = await pdfOfPages(3)
  const id = await add({ name: 'three.pdf', file })

  const sizes = (await pages(id)).body
  const small = await picture(id, 'page=2&width=150')
  const usual = await picture(id, 'page=2')

  expect(sizes).toEqual({
    pages: Array.from({ length: 3 }, () => ({
      width: expect.closeTo(595.28, 1),
      height: expect.closeTo(841.89, 1),
    })),
  })
  expect(small.status).toBe(200)
  expect(Object.fromEntries(small.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=86400, immutable',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox$/),
    'x-content-type-options': 'nosniff',
  })
  expect(sizeOf(small.body)).toEqual([200, 283])
  expect(sizeOf(usual.body)).toEqual([1000, 1414])
  expect((await picture(id, 'page=2&width=900')).body).toEqual(usual.body)
})
