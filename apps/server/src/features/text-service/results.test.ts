import { connect } from 'node:net'
import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTextJob } from './jobs/text-jobs.store.ts'
import { storeResult } from './results/result-files.ts'
import { drawPages } from './testing/draw-pages.ts'
import { drawScan } from './testing/draw-scan.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'
import type { ClientReply, TextClient } from './testing/text-client.ts'

/** Tests the life of a document, from its first status to the lines of its text. */

let service: TextService
let client: TextClient

beforeAll(async () => {
  service = await startTextService()
  client = service.client
})
afterAll(() => service?.close())

const native = { mode: 'native_text' }
/** Different bytes at every call, for stories that need a document of their own. */
let count = 0
const ownPages = (pages = 1) =>
  drawPages(...Array.from({ length: pages }, (_, i) => [`Invoice ${count++}`, `Page ${i + 1}`]))
const get = (path: string, hash: string, parameters = {}) =>
  client.ask('GET', path, { query: { whisper_hash: hash, ...parameters } })

describe('a status', () => {
  test('of an unknown job is 400', async () => {
    const reply = await get('/whisper-status', '00000000|0')

    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({
      message: 'Whisper job not found for the provided whisper hash',
    })
  })

  test('[C0-12] becomes processed and stays so until the text is fetched', async () => {
    const hash = await client.upload(await ownPages(2), native)
    const done = await client.untilDone(hash)
    const repeatedReply = await get('/whisper-status', hash)
    await get('/whisper-retrieve', hash)
    const finalReply = await get('/whisper-status', hash)

    expect(done).toMatchObject({ status: 'processed', message: expect.any(String) })
    expect(done.detail).toEqual(
      [1, 2].map((page_no) => ({
        page_no,
        message: 'extraction_success',
        execution_time_in_seconds: expect.any(Number),
      })),
    )
    expect(repeatedReply).toMatchObject({ status: 200, body: { status: 'processed' } })
    expect(finalReply).toMatchObject({ status: 200, body: { status: 'retrieved' } })
  })

  test('[C0-13] of a document that cannot be read is error, and says why', async () => {
    const hash = await client.upload('%PDF-1.7 that ends at once', native)
    const status = await client.untilDone(hash)
    const refusedReply = await get('/whisper-retrieve', hash)

    expect(status).toMatchObject({ status: 'error', message: expect.stringMatching(/\S/) })
    expect(refusedReply.status).toBe(400)
    expect(refusedReply.body.message).toMatch(/^Whisper not ready : error/)
  })

  test('of a page that is not there is error', async () => {
    const hash = await client.upload(await ownPages(2), { ...native, pages_to_extract: '7' })

    expect(await client.untilDone(hash)).toMatchObject({ status: 'error' })
    const { body } = await get('/whisper-detail', hash)
    expect(body).toMatchObject({ total_pages: 2, requested_pages: 0, processed_pages: 0 })
  })
})

describe('a text', () => {
  test('says that its file holds several documents, also when its pages are in the store', async () => {
    const invoices = [1001, 1002, 1003].map((number) => [
      'Invoice',
      'Northwind Paper Ltd',
      `Invoice number: NW-${number}`,
    ])
    const bytes = await drawPages(...invoices)
    const first = await client.read(bytes, native)
    const second = await client.read(bytes, { ...native, page_separator: '===' })

    const warnings = ['This file seems to hold 3 documents (pages 1, 2, 3).']
    expect(first.result.metadata).toEqual({ warnings })
    expect(second.result.metadata).toEqual({ warnings })
  })

  test('of an unknown job is 404', async () => {
    const reply = await get('/whisper-retrieve', '00000000|0')

    expect(reply).toMatchObject({ status: 404, body: { message: 'Whisper job unknown' } })
  })

  test('[C0-14] [C0-24] is at the top of the answer, each page with its separator and form feed', async () => {
    const bytes = await drawPages(['Hello reader'], ['Second page'])
    const { result } = await client.read(bytes, native)

    expect(result).toEqual({
      result_text: '\n\nHello reader \n\n<<<\f\n\nSecond page \n\n<<<\f',
      confidence_metadata: Array.from({ length: 9 }, () => []),
      line_metadata: [],
      metadata: {},
      webhook_metadata: '',
    })
  })

  test('has what was asked for: pages, a separator with their numbers, the caller’s own words', async () => {
    const bytes = await drawPages(['One'], ['Two'], ['Three'], ['Four'])
    const { hash, result } = await client.read(bytes, {
      ...native,
      pages_to_extract: '2, 4-',
      page_separator: '--{{page_no}}--',
      webhook_metadata: 'order 7',
    })
    const { body } = await get('/whisper-detail', hash)

    expect(result.result_text).toBe('\n\nTwo \n\n--2--\f\n\nFour \n\n--4--\f')
    expect(result.webhook_metadata).toBe('order 7')
    expect(body).toMatchObject({ processed_pages: 2, requested_pages: 2, total_pages: 4 })
  })

  test('comes alone with text_only', async () => {
    const hash = await client.upload(await drawPages(['Alone']), native)
    await client.untilDone(hash)
    const reply = await get('/whisper-retrieve', hash, { text_only: 'True' })

    expect(reply.headers['content-type']).toMatch(/^text\/plain/)
    expect(reply.body).toBe('\n\nAlone \n\n<<<\f')
  })

  test('[C0-15] is delivered once', async () => {
    const { hash, result } = await client.read(await ownPages(), native)
    const repeatedReply = await get('/whisper-retrieve', hash)

    expect(result.result_text).toMatch(/Invoice/)
    expect(repeatedReply).toMatchObject({
      status: 400,
      body: { message: 'Whisper already delivered' },
    })
  })

  test('is not delivered to who went away before all of it was sent', async () => {
    const hash = await client.upload(await ownPages(), native)
    await client.untilDone(hash)
    const tenant = await service.tenantOf('recto')
    const job = await findTextJob(tenant, { whisperHash: hash })
    // More than the buffers of a connection hold.
    const result = { text: 'long '.repeat(5_000_000), confidence: [], lines: [] }
    await storeResult(service.server.ctx, tenant, { jobId: job!.id, result })
    await hangUpEarly(`/api/v2/whisper-retrieve?whisper_hash=${encodeURIComponent(hash)}`)
    const reply = await get('/whisper-retrieve', hash)

    expect(reply.status).toBe(200)
    expect(reply.body.result_text).toHaveLength(25_000_000)
  })

  test('is nobody’s but the organization’s', async () => {
    const rival = await service.of('rival')
    const hash = await client.upload(await ownPages(), { ...native, add_line_nos: true })
    await client.untilDone(hash)
    const ask = (path: string, parameters = {}) =>
      rival.ask('GET', path, { query: { whisper_hash: hash, ...parameters } })
    const refusedReplies = [
      await ask('/whisper-status'),
      await ask('/whisper-retrieve'),
      await ask('/whisper-detail'),
      await ask('/highlights', { lines: '1' }),
    ]

    expect(refusedReplies.map(({ status }) => status)).toEqual([400, 404, 400, 400])
    expect((await get('/whisper-retrieve', hash)).status).toBe(200)
  })
})

test('a web page that was sent in a form is read without the head of its part', async () => {
  const page = '<html><body><p>Sent in a form</p></body></html>'
  const form = `--line\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\nContent-Type: text/html\r\n\r\n${page}\r\n--line--\r\n`
  const formReply = await client.ask('POST', '/whisper', {
    body: form,
    query: native,
    headers: { 'content-type': 'multipart/form-data; boundary=line' },
  })
  await client.untilDone(formReply.body.whisper_hash)
  const { body } = await get('/whisper-retrieve', formReply.body.whisper_hash)

  expect(body.result_text).toBe('\n\nSent in a form \n\n<<<\f')
})

describe('a scan', () => {
  test('is read by the engine of its mode, counted by it, and tells of which words it is not sure', async () => {
    const { hash, result } = await client.read(await drawScan('Total amount 1234'), {
      file_name: 'named-wrongly.pdf',
      mode: 'low_cost',
      add_line_nos: true,
    })
    const rows = result.confidence_metadata
    const lines = result.result_text.split('\n')
    const usage = await client.ask('GET', '/get-usage-info')

    expect(result.result_text).toContain('amount 1234')
    expect(rows).toHaveLength(lines.length)
    for (const [i, words] of rows.entries()) {
      for (const { text, confidence } of words) {
        expect(lines[i]).toContain(text)
        expect(confidence).toBeLessThan(0.9)
      }
    }
    expect(usage.body.current_page_count_low_cost).toBe(1)
    expect((await get('/whisper-detail', hash)).body.mode).toBe('low_cost')
  })
})

describe('a text without layout', () => {
  const tail = `<<<\n\f${'\n'.repeat(7)}`
  const statement = () =>
    drawPdf({ title: `Statement ${count++}` }, (pen) => {
      pen.text('Your statement and', 72, 100, { size: 10 })
      pen.text('Total due', 300, 100, { size: 10 })
      pen.text('must be received', 72, 114, { size: 10 })
      pen.text('42.00', 300, 114, { size: 10 })
    })
  const readWritten = async (mode: string) =>
    (await client.read(await statement(), { mode, output_mode: 'text' })).result.result_text

  test('goes line by line across the page in native_text', async () => {
    expect(await readWritten('native_text')).toBe(
      `Your statement and Total due\nmust be received 42.00\n${tail}`,
    )
  })

  test('has each phrase on a line of its own in the other modes', async () => {
    expect(await readWritten('high_quality')).toBe(
      `Your statement and\nTotal due\nmust be received\n42.00\n\n\n${tail}`,
    )
  })

  test('has two blank lines after each phrase in low_cost', async () => {
    const pageEnd = '\n\n\n'

    expect(await readWritten('low_cost')).toBe(
      ['Your statement and', 'Total due', 'must be received', '42.00', tail].join(pageEnd),
    )
  })
})

describe('the detail', () => {
  test('[C0-16] of an unknown job is 400', async () => {
    const reply = await get('/whisper-detail', '00000000|0')

    expect(reply).toMatchObject({ status: 400, body: { message: 'Record not found' } })
  })

  test('[C0-16] of a job has pages, times, size and tag, also after its text was fetched', async () => {
    const bytes = await ownPages(3)
    const { hash } = await client.read(bytes, { ...native, tag: 'audit' })
    const { body } = await get('/whisper-detail', hash)
    const time = expect.stringMatching(
      /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
    )

    expect(body).toEqual({
      whisper_hash: hash,
      mode: 'native_text',
      processed_pages: 3,
      requested_pages: 3,
      total_pages: 3,
      processing_started_at: time,
      completed_at: time,
      processing_time_in_seconds: expect.any(Number),
      upload_file_size_in_kb: Number((bytes.length / 1024).toFixed(2)),
      tag: 'audit',
    })
  })
})

describe('the highlights', () => {
  let hash: string
  let text: string
  let lineMetadata: number[][]

  beforeAll(async () => {
    const read = await client.read(await drawPages(['First', 'Second'], ['Third']), {
      ...native,
      add_line_nos: 'True',
      include_line_confidence: 'True',
    })
    hash = read.hash
    text = read.result.result_text
    lineMetadata = read.result.line_metadata
  })

  test('are not there for a job that did not ask for them', async () => {
    const { hash } = await client.read(await ownPages(), native)
    const reply = await get('/highlights', hash, { lines: '1-2' })

    expect(reply).toMatchObject({ status: 400, body: { message: 'Line metadata not found' } })
  })

  test('of lines that are none are refused', async () => {
    for (const lines of ['', 'first', '3-1']) {
      expect((await get('/highlights', hash, { lines })).status).toBe(400)
    }
  })

  test('[C0-21] of two lines are two, by their numbers', async () => {
    const reply = await get('/highlights', hash, { lines: '1-2' })

    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body)).toEqual(['1', '2'])
  })

  test('[C0-22] count every line from 0, the blank ones too, and number the text by the same', async () => {
    const reply = await get('/highlights', hash, { lines: '', extract_all_lines: 'True' })
    const lines = text.split('\n')
    const blank = { base_y: 0, base_y_percent: 0, height: 0, height_percent: 0, page: 0 }

    expect(Object.keys(reply.body)).toHaveLength(lines.length)
    expect(lines.slice(0, 3)).toEqual(['0x0: ', '0x1: ', '0x2: First '])
    for (const index of [0, 1, 4, 5, 6]) {
      expect(reply.body[index]).toEqual({ ...blank, page_height: 0, raw: [0, 0, 0, 0] })
    }
    for (const [index, line] of lines.entries()) {
      const { raw } = reply.body[index]
      expect([line, raw[3] > 0]).toEqual([line, /First|Second|Third/.test(line)])
    }
    expect(lineMetadata).toEqual(lines.map((_, index) => reply.body[index].raw))
  })

  test('[C0-23] are in pixels of 288 to the inch, from the top of the page', async () => {
    const { body } = await get('/highlights', hash, { lines: '2,7-' })
    const first = body['2']
    const third = Object.values<ClientReply['body']>(body).find(({ page }) => page === 1)

    expect(first.page_height).toBe(Math.round(841.89 * 4))
    expect(third).toMatchObject({ page: 1, page_height: first.page_height })
    // The text was written from 72 points below the top, in letters of 11 points.
    expect(first.base_y / 4).toBeGreaterThan(75)
    expect(first.base_y / 4).toBeLessThan(87)
    expect(first.base_y_percent).toBe(Number(((first.base_y / first.page_height) * 100).toFixed(4)))
    expect(first.raw).toEqual([0, first.base_y, first.height, first.page_height, 1])
  })
})

describe('the usage', () => {
  const info = async () => (await client.ask('GET', '/get-usage-info')).body

  test('[C0-20] has its 13 numbers, and has counted a job the moment it is done', async () => {
    const initialInfo = await info()
    const hash = await client.upload(await ownPages(3), native)
    await client.untilDone(hash)
    const finalInfo = await info()
    const { subscription_plan, ...numbers } = finalInfo

    expect(subscription_plan).toMatch(/\S/)
    expect(Object.keys(numbers)).toHaveLength(12)
    expect(Object.values(numbers).every(Number.isInteger)).toBe(true)
    expect(finalInfo).toEqual({
      ...initialInfo,
      today_page_count: initialInfo.today_page_count + 3,
      current_page_count: initialInfo.current_page_count + 3,
      current_page_count_native_text: initialInfo.current_page_count_native_text + 3,
    })
    expect(finalInfo.daily_quota).toBe(-1)
  })

  test('of a document that failed is nothing', async () => {
    const initialInfo = await info()
    await client.untilDone(await client.upload('%PDF-1.7 nothing more', native))

    expect(await info()).toEqual(initialInfo)
  })

  test('of a tag is by mode and by day, and needs a tag and days', async () => {
    await client.read(await ownPages(2), { ...native, tag: 'month-end' })
    const ask = async (query: Record<string, string>) => client.ask('GET', '/usage', { query })
    const reply = await ask({ tag: 'month-end' })
    const initialReply = await ask({
      tag: 'month-end',
      from_date: '2020-01-01',
      to_date: '2020-01-31',
    })

    expect(await ask({ tag: '' })).toMatchObject({
      status: 400,
      body: { message: 'please specify the tag while requesting usage info' },
    })
    expect(await ask({ tag: 'a', from_date: '2020-02-01', to_date: '2020-01-31' })).toMatchObject({
      status: 400,
      body: { message: 'The from_date must not be after the to_date.' },
    })
    expect(await ask({ tag: 'a', from_date: '31.01.2020' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid date format. Valid date format YYYY-MM-DD' },
    })
    expect(reply.body).toMatchObject({
      tag: 'month-end',
      start_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      end_date: new Date().toISOString().slice(0, 10),
      subscription_id: expect.stringMatching(/\S/),
      usage: [{ service_type: 'native_text', pages_processed: 2 }],
    })
    expect(initialReply.body).toMatchObject({ start_date: '2020-01-01', usage: [] })
  })
})

describe('an upload that is repeated', () => {
  const pagesOfMonth = async () =>
    (await client.ask('GET', '/get-usage-info')).body.current_page_count

  test('[C0-25] before anybody asked about the first is the same job, and charged once', async () => {
    const initialPages = await pagesOfMonth()
    const bytes = await ownPages(2)
    const hashes = await Promise.all([1, 2, 3].map(() => client.upload(bytes, native)))
    await client.untilDone(hashes[0] as string)

    expect(new Set(hashes).size).toBe(1)
    expect(await pagesOfMonth()).toBe(initialPages + 2)
  })

  test('[C0-25] can be fetched as often as it was sent', async () => {
    const bytes = await ownPages()
    const hash = await client.upload(bytes, native)
    await client.upload(bytes, native)
    await client.untilDone(hash)
    const retrievals = [1, 2, 3].map(() => () => get('/whisper-retrieve', hash))
    const statuses = []
    for (const ask of retrievals) statuses.push((await ask()).status)

    expect(statuses).toEqual([200, 200, 400])
  })

  test('after its client has heard of the first, or with other options, is another job', async () => {
    const bytes = await ownPages()
    const first = await client.upload(bytes, native)
    await get('/whisper-status', first)
    const second = await client.upload(bytes, native)
    const third = await client.upload(bytes, { ...native, tag: 'other' })

    expect(new Set([first, second, third]).size).toBe(3)
    expect((await client.untilDone(second)).status).toBe('processed')
  })

  test('[C0-25] of what can never be read is refused with 4xx or ends in error, not in 5xx', async () => {
    const replies = await Promise.all([
      client.ask('POST', '/whisper', { body: '' }),
      client.ask('POST', '/whisper', { body: 'x', query: { mode: 'none' } }),
      client.ask('POST', '/whisper', { query: { url: 'http://127.0.0.1:1/a.pdf' } }),
      client.ask('POST', '/whisper', { query: { url: 'http://169.254.169.254/' } }),
    ])

    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(replies[2]?.body.message).toMatch(/not allowed/)
    expect(replies[3]?.body.message).toMatch(/not allowed/)
  })
})

/** Asks, and is gone at the first byte of the answer. */
function hangUpEarly(path: string): Promise<void> {
  const { port, hostname } = new URL(service.server.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nunstract-key: ${service.key}\r\n\r\n`)
    })
    socket.once('data', () => socket.resetAndDestroy())
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}
