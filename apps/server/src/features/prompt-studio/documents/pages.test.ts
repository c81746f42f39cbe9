import { brokenPdf, pdfOfPages, sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let ada: Studio
let projectId: string

beforeAll(async () => {
  server = await startServer()
  ada = studioOf(server.as('admin'))
  projectId = (await ada.project()).tool_id
})
afterAll(() => server.close())

const unknown = '00000000-0000-4000-8000-000000000000'
const add = ({ name, file }: { name: string; file: Uint8Array }) =>
  ada.document(projectId, { name, content: file })
const pages = (documentId: string, person = ada.person) =>
  person.get(`prompt-studio/file/${projectId}/pages/?document_id=${documentId}`)
const picture = (documentId: string, query: string, person = ada.person) =>
  person.get(`prompt-studio/file/${projectId}/page/?document_id=${documentId}&${query}`)

/** Width and height, from the header of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('pages that do not exist, and documents that are nobody’s or another organization’s, are not found', async () => {
  const id = await add((await sampleInvoices())[0]!)
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })

  expect(await picture(id, 'page=7')).toMatchObject({
    status: 404,
    body: { errors: [{ detail: 'Page not found.' }] },
  })
  expect((await picture(unknown, 'page=0')).status).toBe(404)
  expect((await pages(unknown)).status).toBe(404)
  expect((await picture(id, 'page=0', rival)).status).toBe(404)
  expect((await pages(id, rival)).status).toBe(404)
  expect((await picture(id, 'page=0', server.anonymous)).status).toBe(401)
})

test.each(['page=-1', 'page=x', 'page=1.5', '', 'page=0&width=0', 'page=0&width=99999'])(
  'the query %s is refused by the name of its field',
  async (query) => {
    const { status, body } = await picture(unknown, query)

    expect(status).toBe(400)
    expect(body.errors[0].attr).toMatch(/page|width/)
  },
)

test('a document that cannot be drawn says why', async () => {
  const id = await add(brokenPdf())

  for (const refused of [await pages(id), await picture(id, 'page=0')]) {
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].detail).toContain('broken.pdf')
  }
})

test.each(['note.txt', 'note.md'])('[PS-073] %s is drawn as its text', async (name) => {
  const id = await add({ name, file: Buffer.from('Total <b>30.00</b>\n\nPaid in March') })
  const { status, headers, body } = await picture(id, 'page=0')

  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  const words = [...String(body).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, word]) => word)
  expect(words.join(' ')).toContain('30.00')
  expect(words.join(' ')).toContain('Paid in March')
})

test('a page comes as a picture that runs nothing, in the next of a few widths', async () => {
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
