import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPages } from './testing/draw-pages.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'
import { openTextClient, type TextClient } from './testing/text-client.ts'

/** The calls that existing clients make, one after the other, with the spelling and the headers of each. */

let service: TextService
let client: TextClient
let receiver: Server
let receiverUrl: string
let page: Uint8Array

beforeAll(async () => {
  service = await startTextService({
    env: { PRODUCT_ID: 'unstract', RECTO_INNER_ADDRESSES: 'on' },
  })
  client = service.client
  page = await drawPages(['Statement', 'Total   12.00'])
  receiver = createServer((request, response) => {
    request.resume()
    response.end(page)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await service?.close()
  receiver?.close()
})

/** Every option as one of them writes it, booleans and floats in its language’s own way. */
const pythonOptions = {
  mode: 'native_text',
  output_mode: 'layout_preserving',
  page_separator: '<<<',
  page_seperator: '<<<',
  pages_to_extract: '',
  median_filter_size: '0',
  gaussian_blur_radius: '0',
  line_splitter_tolerance: '0.4',
  line_splitter_strategy: 'left-priority',
  horizontal_stretch_factor: '1.0',
  mark_vertical_lines: 'False',
  mark_horizontal_lines: 'False',
  add_line_nos: 'True',
  include_line_confidence: 'False',
  word_confidence_threshold: '0.3',
  lang: 'eng',
  tag: 'default',
  file_name: '',
  url_in_post: 'False',
  webhook_metadata: '',
  use_webhook: '',
}

const jsOptions = {
  url: '',
  mode: 'native_text',
  output_mode: 'line-printer',
  page_seperator: '<<<',
  pages_to_extract: '',
  median_filter_size: '0',
  gaussian_blur_radius: '0',
  line_splitter_tolerance: '0.4',
  line_spitter_strategy: 'left-priority',
  horizontal_stretch_factor: '1',
  mark_vertical_lines: 'false',
  mark_horizontal_lines: 'false',
  add_line_nos: 'true',
  lang: 'eng',
  tag: 'default',
  filename: '',
  webhook_metadata: '',
  use_webhook: '',
  wait_for_completion: 'true',
  wait_timeout: '180',
}

const urllib = { 'accept-encoding': 'identity', 'user-agent': 'python-urllib3/2.3.0' }

describe('a python script', () => {
  test('[C0-2] [C0-5] uploads without a type, polls, retrieves, and asks for lines and usage', async () => {
    const usage = async () => (await client.ask('GET', '/get-usage-info', { headers: urllib })).body
    const get = async (path: string, query: Record<string, string>) =>
      client.ask('GET', path, { query, headers: urllib })
    const initialUsage = await usage()
    const acceptedReply = await client.ask('POST', '/whisper', {
      query: pythonOptions,
      headers: urllib,
      body: page,
    })
    const { whisper_hash } = acceptedReply.body
    expect(acceptedReply.status).toBe(202)
    expect((await client.untilDone(whisper_hash)).status).toBe('processed')
    const retrieveReply = await get('/whisper-retrieve', { whisper_hash, text_only: 'False' })
    const detail = await get('/whisper-detail', { whisper_hash })
    const lines = await get('/highlights', {
      whisper_hash,
      lines: '1-2',
      extract_all_lines: 'False',
    })
    const repeatedReply = await get('/whisper-retrieve', { whisper_hash, text_only: 'False' })
    const finalUsage = await usage()

    expect(retrieveReply).toMatchObject({ status: 200 })
    expect(retrieveReply.body.result_text).toMatch(/^0x0: \n0x1: \n0x2: Statement \n/)
    expect(retrieveReply.body.result_text).toMatch(/<<<\f$/)
    expect(detail.body).toMatchObject({ whisper_hash, total_pages: 1, processed_pages: 1 })
    expect(Object.keys(lines.body)).toEqual(['1', '2'])
    expect(lines.body['2']).toMatchObject({ page: 0, raw: expect.any(Array) })
    expect(repeatedReply).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(finalUsage.current_page_count).toBe(initialUsage.current_page_count + 1)
    expect(finalUsage.current_page_count_native_text).toBe(
      initialUsage.current_page_count_native_text + 1,
    )
  })

  test('[C0-11] [C0-16] reads what is wrong from the message of a 400', async () => {
    const strategy = await client.ask('POST', '/whisper', {
      query: { ...pythonOptions, line_splitter_strategy: 'unknown' },
      headers: urllib,
      body: page,
    })
    const detail = await client.ask('GET', '/whisper-detail', {
      query: { whisper_hash: 'invalid_hash' },
    })

    expect(strategy).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(detail).toMatchObject({ status: 400, body: { message: 'Record not found' } })
  })

  test('[C0-17] [C0-18] deletes a webhook that may be there, then registers, reads, changes and deletes it', async () => {
    const path = '/whisper-manage-callback'
    const fields = { url: receiverUrl, auth_token: 'dummy', webhook_name: 'client-v2' }
    const headers = { ...urllib, 'content-type': 'application/json' }
    const write = (method: string, body: object) =>
      client.ask(method, path, { headers, body: JSON.stringify(body) })
    const callWebhook = (method: string) =>
      client.ask(method, path, { query: { webhook_name: 'client-v2' }, headers: urllib })

    expect((await callWebhook('DELETE')).status).toBe(404)
    expect((await write('POST', fields)).status).toBe(201)
    expect((await callWebhook('GET')).body).toEqual(fields)
    expect((await write('PUT', { ...fields, auth_token: 'other' })).status).toBe(200)
    expect((await callWebhook('GET')).body.auth_token).toBe('other')
    expect((await callWebhook('DELETE')).status).toBe(200)
    expect((await callWebhook('GET')).body).toEqual({ message: 'Webhook details not found' })
  })
})

describe('a js program', () => {
  test('[C0-4] [C0-5] [C0-6] uploads octets, polls, retrieves, and looks at a letter’s height', async () => {
    const letter = await drawLetter()
    const acceptedReply = await client.ask('POST', '/whisper', {
      query: jsOptions,
      headers: { 'content-type': 'application/octet-stream' },
      body: letter,
    })
    const { whisper_hash } = acceptedReply.body
    await client.untilDone(whisper_hash)
    const retrieveReply = await client.ask('GET', '/whisper-retrieve', { query: { whisper_hash } })
    const lines = await client.ask('GET', '/highlights', {
      query: { whisper_hash, lines: '1-2' },
    })

    expect(acceptedReply.status).toBe(202)
    expect(retrieveReply.body.result_text).toMatch(/Letter/)
    // [C0-23] 11 inches at 288 dots.
    expect(lines.body['2'].page_height).toBe(3168)
  })

  test('[C0-2] sends an address in the query with an empty form as the body', async () => {
    const reply = await client.ask('POST', '/whisper', {
      query: { ...jsOptions, url: `${receiverUrl}a document` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })

    expect(reply.status).toBe(202)
  })
})

describe('the adapter of a platform', () => {
  test('tests its connection, and is told by a message what is wrong', async () => {
    const headers = { accept: 'application/json' }
    const good = await client.ask('GET', '/test-connection', { headers })
    const wrong = await openTextClient(service.server.origin, 'wrong').ask(
      'GET',
      '/test-connection',
      { headers },
    )

    expect(good.status).toBe(200)
    expect(wrong).toMatchObject({ status: 401, body: { message: expect.any(String) } })
  })

  test('asks for all lines, blank ones too', async () => {
    const { hash } = await client.read(await drawPages(['One', 'Two']), pythonOptions)
    const reply = await client.ask('GET', '/highlights', {
      query: { whisper_hash: hash, lines: '', extract_all_lines: 'True' },
    })

    expect(Object.keys(reply.body)).toEqual(['0', '1', '2', '3', '4', '5'])
  })
})

/** 8.5 by 11 inches. */
function drawLetter(): Promise<Uint8Array> {
  return drawPdf((drawing) => drawing.text('Letter', 72, 72), { size: 'LETTER' })
}
