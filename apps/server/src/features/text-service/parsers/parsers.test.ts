import {
  hasOfficialClients,
  parseByClient,
  partitionByClient,
} from '@recto/testkit/official-clients'
import { pdfOfPages, sampleInvoices } from '@recto/testkit/sample-documents'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { showTextKey } from '../keys/text-keys.ts'
import { startTextService, type TextService } from '../testing/start-text-service.ts'

/** Clients of other parsers, of which only the address and the key are changed. */

let service: TextService
let invoice: { readonly name: string; readonly file: Uint8Array }
beforeAll(async () => {
  service = await startTextService()
  const [first] = await sampleInvoices()
  if (!first) throw new Error('There is no sample.')
  invoice = first
})
afterAll(() => service?.close())

const getServer = () => ({ origin: service.server.origin, key: service.key })

type Fields = Readonly<Record<string, string | readonly string[]>>

type FormRequest = {
  readonly field?: string
  readonly fields?: Fields
  readonly headers: Readonly<Record<string, string>>
  readonly files?: readonly { readonly name: string; readonly file: Uint8Array }[]
}

/** A form as these clients send it. */
async function sendForm(
  path: string,
  { field = 'files', fields = {}, headers, files = [invoice] }: FormRequest,
) {
  const form = new FormData()
  for (const { name, file } of files) {
    form.append(field, new Blob([Buffer.from(file)], { type: 'application/pdf' }), name)
  }
  for (const [name, fieldValue] of Object.entries(fields)) {
    for (const value of [fieldValue].flat()) form.append(name, value)
  }
  const reply = await fetch(`${service.server.origin}${path}`, {
    method: 'POST',
    headers,
    body: form,
  })
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}

async function get(path: string, headers: Readonly<Record<string, string>>) {
  const reply = await fetch(`${service.server.origin}${path}`, { headers })
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}

describe('a client of Unstructured', () => {
  const partition = (fields: Fields, changes: Partial<FormRequest> = {}) =>
    sendForm('/general/v0/general', {
      headers: { 'unstructured-api-key': service.key },
      fields,
      ...changes,
    })

  test('is refused without a key, without a document, with two, and for what is not offered, by name', async () => {
    const strange = { headers: { 'unstructured-api-key': 'no-key' } }
    const refusals = [
      await partition({}, strange),
      await partition({}, { files: [] }),
      await partition({}, { files: [invoice, invoice] }),
      await partition({ strategy: 'vlm' }),
      await partition({ chunking_strategy: 'by_title' }),
      await partition({ output_format: 'text/csv' }),
    ]

    expect(refusals.map(({ status }) => status)).toEqual([401, 400, 400, 400, 400, 400])
    expect(refusals[3]?.body.detail).toContain('fast, auto, hi_res, ocr_only')
    expect(refusals[4]?.body).toEqual({
      detail: 'chunking_strategy: This option is not supported.',
    })
  })

  test('is told of a document that cannot be read', async () => {
    const file = new TextEncoder().encode('%PDF-1.7 and nothing else')
    const reply = await partition({}, { files: [{ name: 'broken.pdf', file }] })

    expect(reply.status).toBe(400)
    expect(reply.body.detail).toBeTruthy()
  })

  test('gets the elements of a page with their places', async () => {
    const { status, body } = await partition({ strategy: 'fast', coordinates: 'true' })
    const types = new Set(body.map(({ type }: { type: string }) => type))
    const table = body.find(({ type }: { type: string }) => type === 'Table')

    expect(status).toBe(200)
    expect([...types]).toEqual(expect.arrayContaining(['Title', 'Table']))
    expect(table.metadata).toMatchObject({
      filename: invoice.name,
      filetype: 'application/pdf',
      page_number: 1,
      text_as_html: expect.stringMatching(/^<table><tbody><tr><td[ >]/),
      coordinates: { system: 'PixelSpace', points: expect.any(Array) },
    })
  })

  test.skipIf(!hasOfficialClients)('works unchanged, also where it parts a document', async () => {
    const { file, name } = await pdfOfPages(6)
    const options = { strategy: 'fast', splitPdfPage: true, splitPdfConcurrencyLevel: 2 }
    const elements = await partitionByClient(getServer(), { file, name, options })
    const pages = new Set(elements.map(({ metadata }) => metadata.page_number))
    const unknownOptions = { strategy: 'vlm', splitPdfPage: false }
    const refusalPromise = partitionByClient(getServer(), { file, name, options: unknownOptions })

    expect([...pages].sort()).toEqual([1, 2, 3, 4, 5, 6])
    await expect(refusalPromise).rejects.toThrow(/strateg/)
  })
})

describe('a client of LlamaParse', () => {
  const bearer = () => ({ authorization: `Bearer ${service.key}` })
  const upload = (fields: Fields = {}) =>
    sendForm('/api/v1/parsing/upload', { field: 'file', fields, headers: bearer() })
  const untilDone = (id: string) =>
    vi.waitFor(
      async () => {
        const { body } = await get(`/api/v1/parsing/job/${id}`, bearer())
        expect(body.status).not.toBe('PENDING')
        return body
      },
      { timeout: 45_000, interval: 30 },
    )

  test('is refused what is not offered, by name, and jobs of others', async () => {
    const { body: job } = await upload()
    const otherTenant = await service.tenantOf('mallory')
    const key = await showTextKey(service.server.ctx, otherTenant)
    const refusals = [
      await upload({ premium_mode: 'true' }),
      await upload({ target_pages: 'all' }),
      await get(`/api/v1/parsing/job/${crypto.randomUUID()}`, bearer()),
      await get(`/api/v1/parsing/job/${job.id}`, { authorization: `Bearer ${key}` }),
      await get(`/api/v1/parsing/job/${job.id}`, { authorization: 'Bearer nothing' }),
    ]

    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 404, 404, 401])
    expect(refusals[0]?.body).toEqual({ detail: 'premium_mode: This option is not supported.' })
  })

  test('uploads, asks for the job and gets text, Markdown and pages, as often as it likes', async () => {
    const { body } = await upload({ language: 'en', fast_mode: 'true' })
    const job = await untilDone(body.id)
    const result = (kind: string) => get(`/api/v1/parsing/job/${body.id}/result/${kind}`, bearer())
    const text = await result('text')
    const markdown = await result('markdown')
    const pages = await result('json')
    const repeatedReply = await result('markdown')

    expect(job).toEqual({ id: body.id, status: 'SUCCESS', error_code: null, error_message: null })
    expect(text.body.text).toContain('INV')
    expect(markdown.body.markdown).toMatch(/^# /m)
    expect(markdown.body.markdown).toContain('| --- |')
    expect(repeatedReply.body).toEqual(markdown.body)
    expect(pages.body.pages[0]).toMatchObject({ page: 1, status: 'OK', images: [] })
    expect(pages.body.pages[0].items[0].bBox).toMatchObject({ w: expect.any(Number) })
  })

  test.skipIf(!hasOfficialClients)('works unchanged', async () => {
    const { file, name } = await pdfOfPages(3)
    const options = {
      resultType: 'markdown',
      targetPages: '0,2',
      splitByPage: true,
      fastMode: true,
    }
    const texts = await parseByClient(getServer(), { file, name, options })

    expect(texts).toHaveLength(2)
  })
})

/** The invoice with so much behind its end that it has the size, as scanners leave it. */
const padInvoice = (size: number) =>
  Buffer.concat([invoice.file, Buffer.alloc(size - invoice.file.length, '%')])

describe('a client of docling-serve', () => {
  const headers = () => ({ 'x-api-key': service.key })
  const postJson = async (path: string, body: unknown) => {
    const reply = await fetch(`${service.server.origin}${path}`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: JSON.parse(await reply.text()) }
  }
  const source = () => ({
    kind: 'file',
    base64_string: Buffer.from(invoice.file).toString('base64'),
    filename: invoice.name,
  })

  test('is refused what is not offered, by name', async () => {
    const refusals = [
      await sendForm('/v1/convert/file', { headers: {} }),
      await sendForm('/v1/convert/file', { headers: headers(), fields: { pipeline: 'vlm' } }),
      await sendForm('/v1/convert/file', {
        headers: headers(),
        fields: { do_picture_description: 'true' },
      }),
      await postJson('/v1/convert/source', { sources: [source(), source()] }),
      await postJson('/v1/convert/source', {
        sources: [source()],
        options: { to_formats: ['doctags'] },
      }),
      await postJson('/v1/convert/source', { sources: [source()], target: { kind: 'zip' } }),
    ]

    expect(refusals.map(({ status }) => status)).toEqual([401, 400, 400, 400, 400, 400])
    expect(refusals[2]?.body).toEqual({
      detail: 'do_picture_description: This option is not supported.',
    })
  })

  test('converts a file at once, in each format that it names', async () => {
    const { status, body } = await sendForm('/v1/convert/file', {
      headers: headers(),
      fields: {
        to_formats: ['md', 'json', 'html', 'text'],
        do_ocr: 'false',
        image_export_mode: 'placeholder',
      },
    })
    const { document } = body

    expect([status, body.status, body.errors]).toEqual([200, 'success', []])
    expect(document).toMatchObject({ filename: invoice.name, doctags_content: null })
    expect(document.md_content).toContain('| --- |')
    expect(document.html_content).toContain('<table>')
    expect(document.text_content).toContain('INV')
    expect(document.json_content).toMatchObject({ schema_name: 'DoclingDocument' })
    expect(document.json_content.body.children).toHaveLength(
      document.json_content.texts.length + document.json_content.tables.length,
    )
  })

  test.each([500_000, 7_000_000])('converts a document of %i bytes in JSON', async (size) => {
    const large = padInvoice(size)
    const { status, body } = await postJson('/v1/convert/source', {
      sources: [{ kind: 'file', base64_string: large.toString('base64'), filename: 'large.pdf' }],
      options: { do_ocr: false, to_formats: ['text'] },
    })

    expect([status, body.document?.filename]).toEqual([200, 'large.pdf'])
    expect(body.document.text_content.length).toBeGreaterThan(100)
  })

  test('refuses a larger one at its field', async () => {
    const large = padInvoice(9_000_000)
    const { status } = await postJson('/v1/convert/source', {
      sources: [{ kind: 'file', base64_string: large.toString('base64'), filename: 'large.pdf' }],
    })

    expect(status).toBe(413)
  })

  test('answers several files as a ZIP file with one for each format', async () => {
    const form = new FormData()
    for (const name of ['a.pdf', 'b.pdf', 'b.pdf']) {
      form.append('files', new Blob([Buffer.from(invoice.file)], { type: 'application/pdf' }), name)
    }
    for (const format of ['md', 'text']) form.append('to_formats', format)
    form.append('do_ocr', 'false')
    const reply = await fetch(`${service.server.origin}/v1/convert/file`, {
      method: 'POST',
      headers: headers(),
      body: form,
    })
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()))

    expect(reply.headers.get('content-type')).toBe('application/zip')
    expect(Object.keys(files)).toEqual(['a.md', 'a.txt', 'b.md', 'b.txt', 'b_2.md', 'b_2.txt'])
    expect(Buffer.from(files['b_2.md'] ?? []).toString()).toContain('| --- |')
  })

  test('is told the version, and in JSON that there is nothing at a path', async () => {
    const version = await get('/version', {})
    const missingPath = await get('/v1/nothing', headers())

    expect(version).toMatchObject({ status: 200, body: { recto: expect.stringMatching(/^\d/) } })
    expect(missingPath).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
  })

  test('starts a task, asks for it, and takes its result', async () => {
    const startReply = await postJson('/v1/convert/source/async', {
      sources: [source()],
      options: { do_ocr: false, to_formats: ['md'], page_range: [1, 2_147_483_647] },
    })
    const id = startReply.body.task_id
    await vi.waitFor(
      async () => {
        const { body } = await get(`/v1/status/poll/${id}`, headers())
        expect(body.task_status).toBe('success')
      },
      { timeout: 45_000, interval: 30 },
    )
    const result = await get(`/v1/result/${id}`, headers())

    expect(startReply.body).toMatchObject({ task_type: 'convert', task_status: 'pending' })
    expect(result.body.document.md_content).toContain('| --- |')
    expect(result.body.document.json_content).toBeNull()
  })
})
