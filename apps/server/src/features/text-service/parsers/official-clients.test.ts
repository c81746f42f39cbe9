import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { packDocx, paragraph } from '@recto/document-reader/testing/pack-office'
import {
  hasOfficialClients,
  openLlamaCloudClient,
  parseByClient,
  partitionByClient,
} from '@recto/testkit/official-clients'
import { pdfOfPages, sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showTextKey } from '../keys/text-keys.ts'
import { drawScan } from '../testing/draw-scan.ts'
import { startTextService, type TextService } from '../testing/start-text-service.ts'

/**
 * The newest clients that the makers of other parsers publish for Node; only the address and the key are
 * changed. There is none for docling-serve, so its calls are written out here.
 */

let service: TextService
beforeAll(async () => {
  service = await startTextService({ env: { RECTO_INNER_ADDRESSES: 'on' } })
})
afterAll(() => service?.close())

const getServer = () => ({ origin: service.server.origin, key: service.key })
const pollingOptions = { pollingInterval: 0.2, backoff: 'constant' }

const sentence = 'Invoice 4711 Total 12.50'
const sizes = [5000, 500_000, 9_000_000] as const
const formats = ['pdf', 'png', 'docx'] as const
type Format = (typeof formats)[number]

/** Adds bytes that readers skip, such as scanners leave behind the end of a file. */
const padTo = (size: number, file: Uint8Array) =>
  Buffer.concat([file, Buffer.alloc(Math.max(size - file.length, 0), '%')])

/** Makes a document that says the sentence and has about as many bytes as the size says. */
async function makeFile(format: Format, size: number) {
  const name = `statement.${format}`
  switch (format) {
    case 'pdf':
      return { name, file: padTo(size, await drawPdf((page) => page.text(sentence, 72, 72))) }
    case 'png':
      return { name, file: padTo(size, await drawScan(sentence)) }
    case 'docx': {
      // Packing makes a quarter less of it.
      const filler = randomBytes(Math.floor(size * 0.7)).toString('base64')
      return { name, file: packDocx(paragraph(sentence), { filler }) }
    }
  }
}

const cases = formats.flatMap((format) => sizes.map((size) => ({ format, size })))
const says = (text: string) => text.replaceAll(/\s+/g, ' ')

describe.skipIf(!hasOfficialClients)('the client of Unstructured', () => {
  test.each(cases)('partitions $format of $size bytes', async ({ format, size }) => {
    const document = await makeFile(format, size)
    const options = { strategy: format === 'png' ? 'auto' : 'fast', splitPdfPage: false }
    const elements = await partitionByClient(getServer(), { ...document, options })

    expect(says(elements.map(({ text }) => text).join(' '))).toContain(sentence)
    expect(elements[0]?.metadata.filename).toBe(document.name)
  })

  test('is told that the fast strategy reads no images, as its own service says', async () => {
    const document = await makeFile('png', 5000)
    const options = { strategy: 'fast', splitPdfPage: false }
    const refusal = partitionByClient(getServer(), { ...document, options })

    await expect(refusal).rejects.toMatchObject({
      statusCode: 422,
      detail: 'The fast strategy is not available for image files',
    })
  })
})

describe.skipIf(!hasOfficialClients)('the older client of LlamaIndex', () => {
  test.each(cases)('parses $format of $size bytes', async ({ format, size }) => {
    const document = await makeFile(format, size)
    const options = { resultType: 'markdown', fastMode: format !== 'png' }
    const texts = await parseByClient(getServer(), { ...document, options })

    expect(says(texts.join(' '))).toContain(sentence)
  })
})

describe.skipIf(!hasOfficialClients)('the current client of LlamaIndex', () => {
  const open = (key = service.key) => openLlamaCloudClient({ ...getServer(), key })
  const toFile = ({ file, name }: Awaited<ReturnType<typeof makeFile>>) =>
    new File([Buffer.from(file)], name)

  test.each(cases)('uploads $format of $size bytes and parses it', async ({ format, size }) => {
    const client = await open()
    const document = toFile(await makeFile(format, size))
    const file = await client.files.create?.({ file: document, purpose: 'parse' })
    const result = await client.parsing.parse?.(
      {
        tier: format === 'png' ? 'cost_effective' : 'fast',
        version: 'latest',
        file_id: file?.id,
        expand: ['text', 'markdown_full', 'items'],
      },
      pollingOptions,
    )

    expect(file).toMatchObject({ name: document.name, file_type: format, purpose: 'parse' })
    expect(result?.job).toMatchObject({ status: 'COMPLETED', name: document.name })
    expect(says(result?.text.pages[0].text)).toContain(sentence)
    expect(says(result?.markdown_full)).toContain(sentence)
    expect(says(JSON.stringify(result?.items.pages[0].items))).toContain(sentence)
  })

  test('parses pages of an upload, and gets each part of a result that it asks for', async () => {
    const client = await open()
    const { file, name } = await pdfOfPages(4)
    const result = await client.parsing.parse?.(
      {
        tier: 'agentic',
        version: 'latest',
        upload_file: new File([Buffer.from(file)], name),
        page_ranges: { target_pages: '2,4' },
        processing_options: { ocr_parameters: { languages: ['en'] } },
        user_metadata: { case: '12' },
        expand: ['text', 'text_full', 'markdown', 'items', 'metadata', 'job_metadata', 'usage'],
      },
      pollingOptions,
    )

    expect(result?.job).toMatchObject({
      tier: 'agentic',
      user_metadata: { case: '12' },
      usage: { credits: null },
    })
    expect(result?.text.pages.map((page: { page_number: number }) => page.page_number)).toEqual([
      2, 4,
    ])
    expect(result?.markdown.pages[0]).toMatchObject({ page_number: 2, success: true })
    expect(result?.items.pages[0]).toMatchObject({ page_width: expect.any(Number), success: true })
    expect(result?.metadata.pages).toEqual([{ page_number: 2 }, { page_number: 4 }])
    expect(result?.job_metadata).toEqual({ job_pages: 2 })
  })

  test('gets headings and tables as such', async () => {
    const client = await open()
    const [invoice] = await sampleInvoices()
    const result = await client.parsing.parse?.(
      {
        tier: 'fast',
        version: 'latest',
        upload_file: new File([Buffer.from(invoice?.file ?? [])], 'invoice.pdf'),
        expand: ['items'],
      },
      pollingOptions,
    )
    const items: readonly { readonly type: string }[] = result?.items.pages[0].items
    const table = items.find(({ type }) => type === 'table')

    expect(items.map(({ type }) => type)).toContain('heading')
    expect(table).toMatchObject({
      md: expect.stringContaining('| --- |'),
      html: expect.stringContaining('<table>'),
      csv: expect.stringContaining(','),
      bbox: [{ w: expect.any(Number) }],
    })
  })

  test('lists, reads, fetches and deletes its files, but none of another organization', async () => {
    const client = await open()
    const mallory = await open(
      await showTextKey(service.server.ctx, await service.tenantOf('mallory')),
    )
    const document = await makeFile('pdf', 5000)
    const create = (external_file_id: string) =>
      client.files.create?.({ file: toFile(document), purpose: 'user_data', external_file_id })
    const first = await create('one')
    const second = await create('two')
    const filesByName = await client.files.list?.({
      file_name: document.name,
      external_file_id: 'one',
    })
    const filesById = await client.files.query?.({ filter: { file_ids: [first?.id, second?.id] } })
    const firstPage = await client.files.list?.({ page_size: 1 })
    const nextPage = await firstPage?.getNextPage()
    const content = await client.files.content?.(first?.id)
    const download = await fetch(content?.url)
    const forgedDownload = await fetch(content?.url.replace('token=', 'token=x'))

    expect(filesByName?.items.map(({ id }: { id: string }) => id)).toEqual([first?.id])
    expect(filesById?.items.map(({ id }: { id: string }) => id)).toEqual([second?.id, first?.id])
    expect(nextPage.items[0].id).not.toBe(firstPage?.items[0].id)
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(new Uint8Array(document.file))
    expect(forgedDownload.status).toBe(403)
    await expect(mallory.files.retrieve?.(first?.id)).rejects.toMatchObject({ status: 404 })
    await client.files.delete?.(first?.id)
    await expect(client.files.retrieve?.(first?.id)).rejects.toMatchObject({ status: 404 })
    expect(await client.files.retrieve?.(second?.id)).toMatchObject({ external_file_id: 'two' })
  })

  test('lists, cancels and deletes its jobs', async () => {
    const client = await open()
    const { file, name } = await pdfOfPages(2)
    const settings = { tier: 'fast', version: 'latest' }
    const job = await client.parsing.create?.({
      ...settings,
      upload_file: new File([Buffer.from(file)], name),
    })
    await client.parsing.waitForCompletion?.(job?.id, {}, pollingOptions)
    const done = await client.parsing.list?.({ status: 'COMPLETED', job_ids: [job?.id] })
    const failedJobs = await client.parsing.list?.({ status: 'FAILED', job_ids: [job?.id] })

    expect(done?.items).toMatchObject([{ id: job?.id, name }])
    expect(failedJobs?.items).toEqual([])
    await expect(client.parsing.cancel?.(job?.id)).rejects.toMatchObject({ status: 400 })
    expect(await client.parsing.delete?.(job?.id)).toMatchObject({ id: job?.id })
    await expect(client.parsing.get?.(job?.id)).rejects.toMatchObject({ status: 404 })
    expect(await client.parsing.listVersions?.()).toMatchObject({ latest: { fast: 'latest' } })
  })

  test('sees only the name of a file that was fetched from a signed address', async () => {
    const client = await open()
    const { file } = await pdfOfPages(1)
    const host = createServer((_, reply) => reply.end(Buffer.from(file)))
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const { port } = host.address() as AddressInfo
    const source_url = `http://127.0.0.1:${port}/bills/May%20bill.pdf?sig=s3cret`
    const job = await client.parsing.create?.({ tier: 'fast', version: 'latest', source_url })
    const listedJobs = await client.parsing.list?.({ job_ids: [job?.id] })
    await new Promise((resolve) => host.close(resolve))

    expect(job).toMatchObject({ name: 'May bill.pdf' })
    expect(JSON.stringify(listedJobs?.items)).not.toMatch(/s3cret/)
  })

  test('is refused by name what is not offered', async () => {
    const client = await open()
    const parse = (settings: object) =>
      client.parsing.create?.({
        tier: 'fast',
        version: 'latest',
        file_id: crypto.randomUUID(),
        ...settings,
      })

    for (const [settings, words] of [
      [{ tier: 'psychic' }, 'tier: '],
      [{ agentic_options: { custom_prompt: 'Poems' } }, 'agentic_options.custom_prompt: '],
      [{ output_options: { save_output_pdf: true } }, 'output_options.save_output_pdf: '],
      [{ page_ranges: { target_pages: '0-2' } }, 'page_ranges.target_pages: '],
      [{ file_id: undefined }, 'file_id: Send either file_id or source_url.'],
    ] as const) {
      await expect(parse(settings)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(words),
      })
    }
    await expect(parse({})).rejects.toMatchObject({ status: 404 })
    const page_token = '9'.repeat(20)
    await expect(client.files.list?.({ page_token })).rejects.toMatchObject({ status: 400 })
    await expect(client.parsing.list?.({ page_token })).rejects.toMatchObject({ status: 400 })
  })

  test('is told that there is nothing at a path, and by 401 that its key is wrong', async () => {
    const client = await open()
    const stranger = await open('no-key')

    for (const path of ['/api/v1/projects', '/api/v1/beta/agent-data', '/api/v2/nothing']) {
      await expect(client.get(path)).rejects.toMatchObject({ status: 404 })
    }
    await expect(stranger.files.list?.({})).rejects.toMatchObject({ status: 401 })
  })
})

describe('a client of docling-serve', () => {
  test.each(cases)('converts $format of $size bytes', async ({ format, size }) => {
    const { file, name } = await makeFile(format, size)
    const form = new FormData()
    form.append('files', new Blob([Buffer.from(file)]), name)
    form.append('to_formats', 'text')
    if (format !== 'png') form.append('do_ocr', 'false')
    const reply = await fetch(`${service.server.origin}/v1/convert/file`, {
      method: 'POST',
      headers: { 'x-api-key': service.key },
      body: form,
    })
    const { document } = (await reply.json()) as { document: Record<string, string> }

    expect(document.filename).toBe(name)
    expect(says(String(document.text_content))).toContain(sentence)
  })
})
