import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawPages } from './testing/draw-pages.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'
import type { ClientReply, TextClient } from './testing/text-client.ts'

/** Splits files that hold several documents, as a client of the text service does. */

let service: TextService
let client: TextClient

beforeAll(async () => {
  service = await startTextService()
  client = service.client
})
afterAll(() => service?.close())

type Query = Readonly<Record<string, string | number | boolean>>

const upload = (body: Uint8Array | string, query: Query = {}): Promise<ClientReply> =>
  client.ask('POST', '/split', { body, query: { reading_mode: 'native_text', ...query } })

const askFor = (path: string, hash: string): Promise<ClientReply> =>
  client.ask('GET', path, { query: { split_hash: hash } })

async function untilDone(hash: string) {
  return vi.waitFor(
    async () => {
      const { body } = await askFor('/split-status', hash)
      if (!['processed', 'error'].includes(body.status)) throw new Error(body.status)
      return body
    },
    { timeout: 45_000, interval: 20 },
  )
}

async function split(body: Uint8Array | string, query: Query = {}) {
  const { status, body: reply } = await upload(body, query)
  expect([status, reply]).toMatchObject([202, { status: 'processing' }])
  await untilDone(reply.split_hash)
  return (await askFor('/split-retrieve', reply.split_hash)).body
}

const invoice = (number: string) => [
  'Invoice',
  'Northwind Paper Ltd',
  '9 Quay Road, Bristol',
  `Invoice number: ${number}`,
  'Total: 120.00',
]
const deliveryNote = (number: string) => [
  'Delivery note',
  'Bergmann Transport AG',
  'Hafenweg 4, Bremen',
  `Delivery note number: ${number}`,
  'Two pallets of paper',
]

describe('a file with several documents', () => {
  test('is split by signs, with a class and the reasons of each part', async () => {
    const bytes = await drawPages(invoice('NW-1001'), invoice('NW-1002'), [], deliveryNote('881'))

    const result = await split(bytes)

    expect(result).toMatchObject({
      parts: [
        { part: 1, parts: 3, pages: [1], class: 'invoice' },
        { part: 2, parts: 3, pages: [2], class: 'invoice' },
        { part: 3, parts: 3, pages: [4], class: 'delivery note' },
      ],
      unassigned_pages: [3],
      total_pages: 4,
    })
    expect(result.parts[1].reasons).toContain('It states number NW-1002, and not NW-1001')
    for (const { confidence } of result.parts) expect(confidence).toBeGreaterThan(0.5)
  })

  test('is split into pages, or as many pages as the caller names', async () => {
    const bytes = await drawPages(...['1', '2', '3', '4', '5'].map(invoice))

    const single = await split(bytes, { mode: 'every_page' })
    const pairs = await split(bytes, { mode: 'every_n_pages', pages_per_part: 2 })

    const pagesOf = ({ parts }: { parts: { pages: number[] }[] }) => parts.map(({ pages }) => pages)
    expect(pagesOf(single)).toEqual([[1], [2], [3], [4], [5]])
    expect(pagesOf(pairs)).toEqual([[1, 2], [3, 4], [5]])
  })

  test('is split at separators, which belong to nothing', async () => {
    const sheets = await drawPages(
      ['Separator sheet'],
      invoice('1'),
      invoice('2'),
      [],
      ['Patch T'],
      [],
      deliveryNote('3'),
      [],
    )
    const namedSheets = await drawPages(invoice('1'), [], ['Batch – Next: 17'], invoice('2'))

    const bySheets = await split(sheets, { mode: 'separator' })
    const byText = await split(namedSheets, { mode: 'separator', separator_text: 'batch next' })

    expect(bySheets).toMatchObject({
      parts: [{ pages: [2, 3] }, { pages: [7] }],
      unassigned_pages: [1, 4, 5, 6, 8],
    })
    expect(byText).toMatchObject({
      parts: [{ pages: [1, 2] }, { pages: [4] }],
      unassigned_pages: [3],
    })
  })

  test('gets classes that the caller names, and none where none of them fits', async () => {
    const bytes = await drawPages(
      invoice('NW-1001'),
      [...deliveryNote('881'), 'Page 1 of 1'],
      [
        'Visit record',
        'Harbour Clinic',
        'The patient was seen on Monday and may go home.',
        'Page 1 of 1',
      ],
    )
    const classes = JSON.stringify([
      { name: 'Bills', description: 'Invoice of a supplier' },
      { name: 'Visit record', description: 'What a clinic writes of a visit' },
    ])

    const { parts } = await split(bytes, { mode: 'automatic_by_classes', classes })

    expect(parts.map((part: { class: string | null }) => part.class)).toEqual([
      'Bills',
      null,
      'Visit record',
    ])
  })
})

test('parts can be retrieved again, also when the pages are in the store, and are no text', async () => {
  const bytes = await drawPages(invoice('NW-2001'), invoice('NW-2002'))
  const { body } = await upload(bytes)
  await untilDone(body.split_hash)

  const first = await askFor('/split-retrieve', body.split_hash)
  const second = await askFor('/split-retrieve', body.split_hash)
  const secondSplit = await split(bytes, { tag: 'again' })
  const asText = await client.ask('GET', '/whisper-retrieve', {
    query: { whisper_hash: body.split_hash },
  })

  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(secondSplit).toEqual(first.body)
  expect(asText).toMatchObject({ status: 404, body: { message: 'Whisper job unknown' } })
})

test('its pages are counted as those of the text service', async () => {
  await split(await drawPages(invoice('NW-3001'), invoice('NW-3002')), { tag: 'counted splits' })

  const usage = await client.ask('GET', '/usage', { query: { tag: 'counted splits' } })

  expect(usage.body.usage).toEqual([{ service_type: 'native_text', pages_processed: 2 }])
})

describe('a request', () => {
  test.each([
    [{ mode: 'pairs' }, /mode/],
    [{ mode: 'every_n_pages' }, /pages_per_part/],
    [{ mode: 'every_n_pages', pages_per_part: 0 }, /pages_per_part/],
    [{ mode: 'automatic', pages_per_part: 2 }, /pages_per_part.*every_n_pages/],
    [{ mode: 'every_page', separator_text: 'next' }, /separator_text.*separator/],
    [{ mode: 'automatic_by_classes' }, /classes/],
    [{ mode: 'automatic_by_classes', classes: '[' }, /classes/],
    [{ mode: 'automatic_by_classes', classes: '[{"name":""}]' }, /classes/],
    [{ mode: 'automatic_by_classes', classes: '[{"name":"A"},{"name":"a"}]' }, /classes.*“a”/],
    [{ reading_mode: 'fast' }, /reading_mode/],
    [{ pages_to_extract: '1-2' }, /pages_to_extract/],
    [{ mode: 'automatic_by_classes', classes: ' '.repeat(6001) }, /classes/],
  ] as const)('with %j is refused, and the refusal names the field', async (query, message) => {
    const reply = await upload(await drawPages(['Hello reader']), query)

    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
  })

  test('without a key, without a file and for an unknown split is refused like those for texts', async () => {
    const refusedReply = await client.ask('POST', '/split', {
      body: 'x',
      headers: { 'unstract-key': 'wrong' },
    })
    const empty = await upload('')
    const unknownReplies = await Promise.all(
      ['/split-status', '/split-retrieve'].map((path) => askFor(path, '00000000|0')),
    )
    const otherReply = await (await service.of('acme')).ask('GET', '/split-status', {
      query: { split_hash: (await upload(await drawPages(['Mine']))).body.split_hash },
    })

    expect(refusedReply).toMatchObject({ status: 401, body: { message: expect.any(String) } })
    expect(empty).toMatchObject({ status: 400, body: { message: expect.stringMatching(/empty/) } })
    for (const reply of [...unknownReplies, otherReply])
      expect(reply).toMatchObject({ status: 404, body: { message: 'Split job unknown' } })
  })

  test('with a file that cannot be read ends with an error that says why', async () => {
    const { body } = await upload('%PDF-1.7 that ends at once')
    const status = await untilDone(body.split_hash)
    const result = await askFor('/split-retrieve', body.split_hash)

    expect(status).toMatchObject({ status: 'error', message: expect.stringMatching(/damaged/) })
    expect(result).toMatchObject({
      status: 400,
      body: { message: `Split not ready : error. ${status.message}` },
    })
  })
})

test('a picture of a page without text is in no part, and the file is not refused', async () => {
  const bytes = await drawPdf({ title: 'Blank' }, (pen) => {
    pen.text('Invoice 4711', 72, 72, { size: 11 })
    pen.newPage()
  })

  expect(await split(bytes)).toMatchObject({ parts: [{ pages: [1] }], unassigned_pages: [2] })
})
