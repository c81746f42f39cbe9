import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPages } from './testing/draw-pages.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'
import type { TextClient } from './testing/text-client.ts'

/** Tests the headers that clients of an extraction service send and expect. */

let service: TextService
let client: TextClient
let page: Uint8Array
let files: Server
let filesUrl: string

beforeAll(async () => {
  service = await startTextService({ env: { RECTO_INNER_ADDRESSES: 'on' } })
  client = service.client
  page = await drawPages(['Hello reader'])
  files = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/a%20page.pdf' }).end()
    else if (request.url === '/a%20page.pdf') response.end(page)
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end()
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
})
afterAll(async () => {
  await service?.close()
  files?.close()
})

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
/** Different bytes at every call, for stories that need a document of their own. */
let count = 0
const ownPage = () => drawPages([`Document number ${count++} of this test`])

const native = { mode: 'native_text' }

describe('a key', () => {
  test('that is missing or unknown gives 401 and a message, on every path', async () => {
    const paths = [
      'POST /whisper',
      'GET /whisper-status?whisper_hash=x',
      'GET /test-connection',
      'GET /whisper-retrieve?whisper_hash=x',
      'GET /whisper-detail',
      'GET /highlights',
      'GET /get-usage-info',
      'GET /usage',
      'PUT /whisper-manage-callback',
      'GET /whisper-manage-callback',
      'POST /whisper-manage-callback',
    ]
    for (const [method = '', path = ''] of paths.map((one) => one.split(' '))) {
      const wrong = await client.ask(method, path, {
        headers: { 'unstract-key': 'nobody’s'.slice(0, 6) },
      })
      const emptyReply = await client.ask(method, path, { headers: { 'unstract-key': '' } })
      for (const reply of [wrong, emptyReply]) {
        expect([path, reply.status, reply.body]).toEqual([
          path,
          401,
          { message: expect.stringMatching(/key/) },
        ])
      }
    }
  })

  test('[C0-2] is sent in a header of either name, written in any case', async () => {
    const names = ['unstract-key', 'Unstract-Key', 'recto-key']
    for (const name of names) {
      const headers = { 'unstract-key': '', [name]: service.key }
      if (name !== 'unstract-key') Reflect.deleteProperty(headers, 'unstract-key')
      const rawReply = await raw(
        `GET /api/v2/test-connection HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${name}: ${service.key}\r\n\r\n`,
      )
      expect(rawReply).toMatch(/^HTTP\/1.1 200/)
    }
  })
})

describe('an upload', () => {
  test('[C0-1] is taken at /api/v2/whisper, and nothing is ever redirected', async () => {
    const replies = await Promise.all([
      client.ask('POST', '/whisper', { body: page }),
      client.ask('POST', '/whisper/', { body: page }),
      client.ask('GET', '/whisper-status/', { query: { whisper_hash: 'x' } }),
      client.ask('GET', '/no-such-thing'),
      client.ask('DELETE', '/whisper'),
    ])

    expect(replies.map(({ status }) => status)).toEqual([202, 202, 400, 404, 405])
    for (const { body } of replies) expect(body).toHaveProperty('message')
  })

  test.each([
    ['no type at all', undefined],
    ['octet-stream', 'application/octet-stream'],
    ['a type that is JSON', 'application/json'],
    ['a type that is a form', 'application/x-www-form-urlencoded'],
    ['a type that is a form of parts', 'multipart/form-data; boundary=x'],
    ['a type that is none', 'pdf'],
  ])('[C0-2] is read as it is with %s', async (_, type) => {
    const reply = await client.ask('POST', '/whisper', {
      body: page,
      headers: type === undefined ? {} : { 'content-type': type },
    })

    expect(reply.status).toBe(202)
    expect(reply.body.whisper_hash).toMatch(new RegExp(`^[0-9a-f]{8}\\|${md5(page)}$`))
  })

  test('[C0-7] [C0-8] is answered with 202 and an object with hash, status and message', async () => {
    const reply = await client.ask('POST', '/whisper', { body: page })

    expect(reply.status).toBe(202)
    expect(reply.body).toEqual({
      message: 'Whisper Job Accepted',
      status: 'processing',
      whisper_hash: expect.stringContaining('|'),
    })
  })

  test('in pieces, with no length told before, is read too', async () => {
    const head = `POST /api/v2/whisper HTTP/1.1\r\nHost: x\r\nConnection: close\r\nunstract-key: ${service.key}\r\n`
    const rawReply = await raw(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nHello\r\n0\r\n\r\n`)

    expect(rawReply).toMatch(/^HTTP\/1.1 202/)
    expect(rawReply).toContain(md5(Buffer.from('Hello')))
  })

  test('that is empty, too large or broken off is refused, and nothing of it stays', async () => {
    const head = `POST /api/v2/whisper HTTP/1.1\r\nHost: x\r\nConnection: close\r\nunstract-key: ${service.key}\r\n`
    const empty = await client.ask('POST', '/whisper', { body: '' })
    const large = await raw(`${head}Content-Length: 209715201\r\n\r\n`)
    const brokenReply = await raw(`${head}Content-Length: 100\r\n\r\nonly this`, { isCut: true })

    expect(empty).toMatchObject({ status: 400, body: { message: expect.stringMatching(/empty/) } })
    expect(large).toMatch(/^HTTP\/1.1 413/)
    expect(large).toContain('"message":"The document is larger than 200 MB."')
    expect(brokenReply).toBe('')
    await expect.poll(() => service.server.ctx.files.list('uploads')).toEqual([])
  })

  test('[C0-9] is answered before the document is read', async () => {
    const pages = Array.from({ length: 40 }, (_, i) => [`Page ${i}`, 'with some words on it'])
    const hash = await client.upload(await drawPages(...pages), native)
    const early = await client.ask('GET', '/whisper-status', { query: { whisper_hash: hash } })

    expect(early.status).toBe(200)
    expect((await client.untilDone(hash)).detail).toHaveLength(40)
  })
})

describe('a document at an address', () => {
  test('[C0-3] is fetched when the body is the address and url_in_post is set', async () => {
    const hash = await client.upload(`${filesUrl}/a page.pdf`, { url_in_post: 'True' })

    expect(hash.split('|')[1]).toBe(md5(page))
  })

  test('[C0-2] is fetched when the query has the address and the body is an empty form', async () => {
    const reply = await client.ask(
      'POST',
      `/whisper?url=${encodeURIComponent(`${filesUrl}/moved`)}`,
      {
        body: '',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    )

    expect(reply.status).toBe(202)
    expect(reply.body.whisper_hash).toContain(md5(page))
  })

  test.each([
    ['is not there', '/nothing', /responded with 404/],
    ['leads round and round', '/round', /redirects/],
  ])('that %s is refused, not tried again', async (_, path, message) => {
    const reply = await client.ask('POST', '/whisper', { query: { url: filesUrl + path } })

    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
  })

  test.each(['ftp://example.org/a.pdf', 'file:///etc/passwd', 'http://', 'x'])(
    '%s is no address',
    async (url) => {
      const reply = await client.ask('POST', '/whisper', { query: { url } })

      expect(reply).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^url: /) },
      })
    },
  )

  test('that is missing from the body is asked for', async () => {
    const reply = await client.ask('POST', '/whisper', { query: { url_in_post: 'true' } })

    expect(reply).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/url_in_post/) },
    })
  })
})

describe('an option', () => {
  test.each(['True', 'true', 'TRUE', '1'])('[C0-4] is true as %s', async (word) => {
    const { hash } = await client.read(await ownPage(), { ...native, add_line_nos: word })
    const reply = await client.ask('GET', '/highlights', {
      query: { whisper_hash: hash, extract_all_lines: word },
    })

    expect(reply.status).toBe(200)
  })

  test('[C0-4] is false as False, and blank is as if it was not sent', async () => {
    const blank = 'url=&pages_to_extract=&mode=&tag=&use_webhook=&lang=&add_line_nos='
    const reply = await client.ask('POST', `/whisper?${blank}&mark_vertical_lines=False`, {
      body: page,
    })
    const detail = await client.ask('GET', '/whisper-detail', {
      query: { whisper_hash: reply.body.whisper_hash },
    })

    expect(reply.status).toBe(202)
    expect(detail.body).toMatchObject({ mode: 'form', tag: 'default' })
  })

  test('[C0-5] is known by both of its spellings', async () => {
    const right = await client.read(await ownPage(), { ...native, page_separator: '~right~' })
    const wrong = await client.read(await ownPage(), { ...native, page_seperator: '~wrong~' })
    const bothModes = await client.read(await ownPage(), {
      ...native,
      page_separator: '~both~',
      page_seperator: '~both~',
    })
    const strategy = await client.ask('POST', '/whisper', {
      body: page,
      query: { line_spitter_strategy: 'up' },
    })

    expect(right.result.result_text).toContain('~right~')
    expect(wrong.result.result_text).toContain('~wrong~')
    expect(bothModes.result.result_text).toContain('~both~')
    expect(strategy.status).toBe(400)
  })

  test('[C0-6] of the output mode has its older names, and unknown options are ignored', async () => {
    const layout = await client.read(page, {
      ...native,
      output_mode: 'line-printer',
      wait_timeout: 200,
    })
    const usual = await client.read(page, { ...native, output_mode: 'layout_preserving' })
    const dump = await client.read(page, {
      ...native,
      output_mode: 'dump-text',
      wait_for_completion: true,
    })
    const text = await client.read(page, { ...native, output_mode: 'text' })

    expect(layout.result.result_text).toBe(usual.result.result_text)
    expect(dump.result.result_text).toBe(text.result.result_text)
    expect(text.result.result_text).not.toBe(usual.result.result_text)
  })

  test.each([
    ['line_splitter_strategy', 'up-priority'],
    ['mode', 'best'],
    ['output_mode', 'json'],
    ['pages_to_extract', '3-1'],
    ['pages_to_extract', '0-2'],
    ['pages_to_extract', 'first'],
    ['median_filter_size', '-1'],
    ['median_filter_size', '1.5'],
    ['gaussian_blur_radius', 'NaN'],
    ['line_splitter_tolerance', 'much'],
    ['horizontal_stretch_factor', '0'],
    ['word_confidence_threshold', '1.1'],
    ['watermark_angle_threshold', '-3'],
    ['checkbox_confidence_threshold', '2'],
    ['add_line_nos', 'maybe'],
    ['use_webhook', 'nobody'],
  ])('[C0-11] %s of %s is refused by name at the upload', async (name, value) => {
    const reply = await client.ask('POST', '/whisper', { body: page, query: { [name]: value } })

    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(new RegExp(`^${name}: `))
  })

  test('[C0-11] of the line splitter is one of three', async () => {
    for (const name of ['left-priority', 'right-priority', 'mid-priority']) {
      await client.upload(page, { line_splitter_strategy: name, line_splitter_tolerance: '0.40' })
    }
  })
})

describe('a method', () => {
  test.each([
    ['GET', '/whisper', 'POST'],
    ['PUT', '/whisper', 'POST'],
    ['DELETE', '/whisper-retrieve', 'GET'],
    ['POST', '/highlights/', 'GET'],
    ['PATCH', '/whisper-manage-callback', 'POST, PUT, GET, DELETE'],
  ])(
    '%s that %s has not is 405 and names those it has, whatever is sent',
    async (method, path, allowedMethods) => {
      for (const type of ['application/octet-stream', 'application/json', 'pdf']) {
        const body = method === 'GET' ? {} : { body: 'bytes', headers: { 'content-type': type } }
        const reply = await client.ask(method, path, body)

        expect([reply.status, reply.headers.allow]).toEqual([405, allowedMethods])
        expect(reply.body).toEqual({ message: `Method "${method}" not allowed.` })
      }
    },
  )

  test('without a key is refused alike, and an address that is none is not found', async () => {
    const headers = { 'unstract-key': '' }
    const wrong = await client.ask('DELETE', '/whisper', { headers })
    const emptyReply = await client.ask('POST', '/pdf-to-images', { body: page, headers })

    expect(wrong.status).toBe(405)
    expect([emptyReply.status, emptyReply.body]).toEqual([404, { message: 'Not found.' }])
  })
})

describe('a refusal', () => {
  test('[C0-10] is always an object with a message', async () => {
    const replies = await Promise.all([
      client.ask('POST', '/whisper', { body: page, query: { mode: 'x' } }),
      client.ask('GET', '/whisper-status'),
      client.ask('GET', '/whisper-status', { query: { whisper_hash: 'x' } }),
      client.ask('GET', '/whisper-retrieve', { query: { whisper_hash: 'x' } }),
      client.ask('GET', '/whisper-detail', { query: { whisper_hash: 'x' } }),
      client.ask('GET', '/highlights', { query: { whisper_hash: 'x', lines: '1' } }),
      client.ask('GET', '/usage'),
      client.ask('GET', '/whisper-manage-callback', { query: { webhook_name: 'x' } }),
      client.ask('POST', '/whisper-manage-callback', { body: '{"half":' }),
      client.ask('POST', '/whisper-manage-callback', { body: '[]' }),
      client.ask('PATCH', '/whisper-manage-callback', { body: '{}' }),
      client.ask('POST', '/whisper', { query: { lang: 'a\0b' }, body: page }),
    ])

    for (const { status, body, headers } of replies) {
      expect([400, 404, 405]).toContain(status)
      expect(headers['content-type']).toMatch(/json/)
      expect(body).toEqual({ message: expect.stringMatching(/\S/) })
    }
  })
})

/** Returns the reply to bytes that no client library would send, and hangs up once it has arrived. */
function raw(text: string, { isCut = false } = {}): Promise<string> {
  const { port, hostname } = new URL(service.server.origin)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      socket.write(text, () => isCut && socket.destroy())
    })
    const joinChunks = () => Buffer.concat(chunks).toString()
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (isWholeReply(joinChunks())) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(joinChunks()))
  })
}

function isWholeReply(replyText: string): boolean {
  const [head = '', ...parts] = replyText.split('\r\n\r\n')
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  return length !== undefined && Buffer.byteLength(parts.join('\r\n\r\n')) >= Number(length)
}
