import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import { pageText } from '@recto/document-text/page-lines'
import type { Settings } from '@recto/provider-spec/provider'
import type { TextExtractor } from '@recto/provider-spec/text-extractor'
import {
  type CannedText,
  type CannedTextService,
  type CannedTextServiceOptions,
  startCannedTextService,
  type TextTurn,
} from '@recto/testkit/canned-text-service'
import { afterEach, describe, expect, test } from 'vitest'
import { createExternalCall } from '../kit/external-call.ts'
import { type Pace, readByService } from '../kit/whisper/read-by-service.ts'
import { whisperSettings } from '../kit/whisper/whisper-settings.ts'
import { secretKey } from '../testing/failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { llmWhisperer } from './llmwhisperer.ts'

sayProof(llmWhisperer, 'recorded answers')

const bytes = new TextEncoder().encode('%PDF-1.7 a document')

const invoice: CannedText = {
  pages: [
    [
      { text: 'ACME Ltd                    Invoice 17', baseY: 155, height: 51 },
      {
        text: 'Item           Pieces        Price',
        baseY: 400,
        height: 40,
        unsure: [{ text: 'Pieces', confidence: 0.41 }],
      },
      { text: 'Blue lamps     12            240.00', baseY: 460, height: 40 },
      { text: '[X] Paid   [ ] Open', baseY: 3000, height: 40 },
    ],
    [],
    [{ text: 'Thank you.', baseY: 200, height: 44 }],
  ],
}

let service: CannedTextService
afterEach(() => service?.close())

const start = async (options: CannedTextServiceOptions = {}) => {
  service = await startCannedTextService({ key: secretKey, text: invoice, ...options })
  return service
}

const atOnce: Pace = {
  retries: 3,
  firstWaitSeconds: 0,
  callSeconds: 30,
  totalSeconds: 30,
  firstPollSeconds: 0,
  maxPollSeconds: 0,
}
const settingsFor = (extraSettings: Settings = {}): Settings => ({
  adapter_name: 'Mine',
  url: service.url,
  unstract_key: secretKey,
  ...extraSettings,
})

/** The same reader without its waits. */
function open(extraSettings: Settings = {}, pace: Partial<Pace> = {}): TextExtractor {
  const name = 'LLMWhisperer V2'
  const call = createExternalCall({ name, secrets: [secretKey] })
  const world = { fetch: globalThis.fetch, call }
  const settings = whisperSettings.shape.parse(settingsFor(extraSettings))
  return readByService({ name, settings, context: world, pace: { ...atOnce, ...pace } })
}

const listRequests = () => service.requests.map(({ method, path }) => `${method} ${path.slice(7)}`)
const failureOf = (reading: Promise<unknown>) => reading.catch((error: unknown) => error)
const linesOf = (document: DocumentText) =>
  layoutText(document)
    .text.split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')

describe('a service that refuses', () => {
  test('a wrong key is said to be one, and is asked for once', async () => {
    await start({ key: 'another' })

    const error = await failureOf(open().read(bytes))

    expect(error).toMatchObject({ code: 'unauthorised', status: 401, isRetryable: false })
    expect((error as Error).message).toBe('LLMWhisperer V2 returned 401: Invalid API key')
    expect(listRequests()).toEqual(['POST /whisper'])
  })

  test('[C 2.4] an option that it does not know is refused in its own words', async () => {
    await start()

    await expect(open({ line_splitter_strategy: 'top-first' }).read(bytes)).rejects.toMatchObject({
      code: 'refused',
      message: 'LLMWhisperer V2 returned 400: Invalid line splitter strategy',
    })
    expect(listRequests()).toEqual(['POST /whisper'])
  })

  test('[C 0.13] a job that fails says why, without the key', async () => {
    await start({ states: ['processing', 'error'], failure: `Broken file (${secretKey}).` })

    await expect(open().read(bytes)).rejects.toMatchObject({
      code: 'refused',
      message: 'LLMWhisperer V2 could not read the document: Broken file (***).',
    })
    expect(listRequests()).toEqual(['POST /whisper', 'GET /whisper-status', 'GET /whisper-status'])
  })

  test.each<[string, TextTurn, { code: string; message?: RegExp }]>([
    ['a web page', { fault: 'web-page' }, { code: 'reply-unreadable', message: /a web page/ }],
    ['nothing at the address', { status: 404 }, { code: 'not-found' }],
    ['an empty answer', { fault: 'empty-body' }, { code: 'reply-unreadable' }],
    ['half of an answer', { fault: 'malformed-json' }, { code: 'reply-unreadable' }],
    [
      'a way elsewhere',
      { status: 301, location: 'https://b.example/' },
      { code: 'refused', message: /301: the address redirects to https:\/\/b\.example\// },
    ],
  ])('a wrong host with %s is told from a service', async (_, turn, { message, ...rest }) => {
    await start()
    service.script(turn)

    const error = await failureOf(open().read(bytes))

    expect(error).toMatchObject(rest)
    if (message) expect((error as Error).message).toMatch(message)
    expect(service.requests).toHaveLength(1)
  })

  test('a host that is not there is unreachable', async () => {
    const deletedService = await start()
    await deletedService.close()

    await expect(open().read(bytes)).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('a document that takes too long is given up', async () => {
    await start({ states: ['processing'] })

    const reading = open({}, { totalSeconds: 0.05, firstPollSeconds: 60, maxPollSeconds: 60 })

    await expect(reading.read(bytes)).rejects.toMatchObject({
      code: 'timed-out',
      message: 'LLMWhisperer V2 did not answer within 0.05 s.',
    })
  })

  test('a call that is never answered is given up, and made again', async () => {
    await start()
    service.script({ fault: 'silence' })

    await open({}, { callSeconds: 0.2 }).read(bytes)

    expect(listRequests().slice(0, 2)).toEqual(['POST /whisper', 'POST /whisper'])
  })

  test('whoever stops gets his own reason, also while the service is working', async () => {
    await start({ states: ['processing'] })
    const stop = new AbortController()
    const pace = { firstPollSeconds: 60, maxPollSeconds: 60 }

    const reading = open({}, pace).read(bytes, { signal: stop.signal })
    await service.received(2)
    stop.abort(new Error('Ada closed the page.'))

    await expect(reading).rejects.toThrow('Ada closed the page.')
  })
})

describe('a service in trouble', () => {
  test.each<[string, TextTurn]>([
    ['too many calls', { status: 429, retryAfterSeconds: 0 }],
    ['a broken server', { status: 503 }],
    ['a connection that is cut', { fault: 'hang-up' }],
  ])('[C 10] after %s the call is made again', async (_, turn) => {
    await start()
    service.script(turn, {}, turn, {}, {}, turn)

    expect((await open().read(bytes)).pages).toHaveLength(3)
    expect(listRequests()).toEqual([
      'POST /whisper',
      'POST /whisper',
      'GET /whisper-status',
      'GET /whisper-status',
      'GET /whisper-retrieve',
      'GET /highlights',
      'GET /highlights',
    ])
  })

  test('a text that could not be delivered is asked for again', async () => {
    await start()
    service.script({}, {}, { status: 503 })

    expect((await open().read(bytes)).pages).toHaveLength(3)
  })

  test('[C 0.15] a text that was delivered and lost on its way is no wrong request', async () => {
    await start()
    service.script({}, {}, { fault: 'hang-up' })

    await expect(open().read(bytes)).rejects.toMatchObject({
      code: 'unavailable',
      isRetryable: true,
      message: expect.stringContaining('the connection was lost while it was being sent'),
    })
  })

  test('it is given up after three more calls', async () => {
    await start()
    service.script(...Array.from({ length: 9 }, () => ({ status: 502, message: 'No.' })))

    await expect(open().read(bytes)).rejects.toMatchObject({ code: 'unavailable', status: 502 })
    expect(service.requests).toHaveLength(4)
  })

  test('one that asks for a long rest is left alone', async () => {
    await start()
    service.script({ status: 429, retryAfterSeconds: 3600 })

    await expect(open().read(bytes)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfterSeconds: 3600,
    })
    expect(service.requests).toHaveLength(1)
  })
})

describe('a document that the service reads', () => {
  test('[C 0.1] [C 0.2] [C 0.3] goes there as it is, with its options in the address', async () => {
    await start()

    await open({ url: `${service.url}/api/v2/`, tag: 'audit', mode: 'high_quality' }).read(bytes, {
      name: 'lamps.pdf',
    })

    const [upload] = service.requests
    expect(upload).toMatchObject({ method: 'POST', path: '/api/v2/whisper' })
    expect(Buffer.from(upload!.bytes)).toEqual(Buffer.from(bytes))
    expect(upload!.headers).toMatchObject({
      'unstract-key': secretKey,
      'content-type': 'application/octet-stream',
    })
    expect(upload!.query).toEqual({
      mode: 'high_quality',
      output_mode: 'layout_preserving',
      add_line_nos: 'true',
      page_separator: '<<<',
      page_seperator: '<<<',
      tag: 'audit',
      file_name: 'lamps.pdf',
      line_splitter_tolerance: '0.4',
      line_splitter_strategy: 'left-priority',
      horizontal_stretch_factor: '1',
      mark_vertical_lines: 'false',
      mark_horizontal_lines: 'false',
    })
    expect(listRequests()).toEqual([
      'POST /whisper',
      'GET /whisper-status',
      'GET /whisper-retrieve',
      'GET /highlights',
    ])
    expect(service.requests.at(-1)?.query).toMatchObject({ lines: '', extract_all_lines: 'true' })
  })

  test('filters of pictures are asked for in the mode that has them, and in no other', async () => {
    await start()
    const filters = { median_filter_size: 3, gaussian_blur_radius: '0.5' }

    await open({ ...filters, mode: 'low_cost' }).read(bytes)
    await open({ ...filters, mode: 'form' }).read(bytes)

    const uploads = service.requests.filter(({ method }) => method === 'POST')
    expect(uploads[0]?.query).toMatchObject({
      median_filter_size: '3',
      gaussian_blur_radius: '0.5',
    })
    expect(uploads[1]?.query).not.toHaveProperty('median_filter_size')
  })

  test('is waited for until it is done', async () => {
    await start({ states: ['accepted', 'processing', 'processed'] })

    await open().read(bytes)

    expect(listRequests().filter((call) => call === 'GET /whisper-status')).toHaveLength(3)
  })

  test('comes with its pages, without line numbers and separators', async () => {
    await start()

    const { pages, formatVersion } = await open().read(bytes)

    expect(formatVersion).toBe(2)
    expect(pages.map(({ number }) => number)).toEqual([0, 1, 2])
    expect(pages.map(pageText)).toEqual([
      'ACME Ltd Invoice 17\nItem Pieces Price\nBlue lamps 12 240.00\n[X] Paid [ ] Open',
      '',
      'Thank you.',
    ])
  })

  test('[C 0.23] lines lie where the service saw them, in points', async () => {
    await start()

    const [page, empty] = (await open().read(bytes)).pages

    expect(page).toMatchObject({ width: 612, height: 792, rotation: 0 })
    expect(empty).toMatchObject({ width: 612, height: 792, words: [], lines: [] })
    expect(page?.lines.map(({ box }) => [box[1], box[3]])).toEqual([
      [26, 38.75],
      [90, 100],
      [105, 115],
      [740, 750],
    ])
    for (const { box } of page?.words ?? []) {
      expect(box[0]).toBeGreaterThanOrEqual(0)
      expect(box[2]).toBeLessThanOrEqual(612)
    }
  })

  test('laid out again it has the same columns', async () => {
    await start()

    const document = await open().read(bytes)

    const pages = invoice.pages.flatMap((page) => [...page.map(({ text }) => text), '<<<\f'])
    expect(linesOf(document).join('\n').replaceAll('\f', '')).toEqual(
      pages.join('\n').replaceAll('\f', ''),
    )
  })

  test('lines that are wider than paper stay on it, in the same columns', async () => {
    const wide = `${'a'.repeat(90)}${' '.repeat(60)}${'b'.repeat(90)}`
    const line = { text: wide, baseY: 400, height: 40 }
    await start({ text: { pages: [[line]], pageHeight: 3368 } })

    const document = await open().read(bytes)

    expect(document.pages[0]).toMatchObject({ width: 595, height: 842 })
    expect(document.pages[0]?.lines[0]?.box[2]).toBeLessThanOrEqual(595)
    expect(linesOf(document)[0]).toBe(wide)
  })

  test('words are as sure as the service says, and nothing is made up', async () => {
    await start()

    const scannedWords = (await open({ mode: 'form' }).read(bytes)).pages[0]!.words
    const native = (await open({ mode: 'native_text' }).read(bytes)).pages[0]!.words

    const findWord = (words: typeof scannedWords, text: string) =>
      words.find((word) => word.text === text)
    expect(findWord(scannedWords, 'Pieces')).toMatchObject({ confidence: 0.41, origin: 'ocr' })
    expect(findWord(scannedWords, 'Price')).toMatchObject({ confidence: 0.9, origin: 'ocr' })
    expect(findWord(native, 'Price')).toMatchObject({ confidence: 1, origin: 'native' })
  })

  test('check boxes are words of their own', async () => {
    await start()

    const { words } = (await open().read(bytes)).pages[0]!

    expect(words.filter((word) => word.isCheckbox).map(({ text }) => text)).toEqual(['[X]', '[ ]'])
  })

  test('chosen pages keep the numbers that they have in the document', async () => {
    await start()

    const { pages } = await open({ pages_to_extract: '7-,3' }).read(bytes)

    expect(service.requests[0]?.query.pages_to_extract).toBe('7-,3')
    expect(pages.map(({ number }) => number)).toEqual([2, 6, 7])
  })

  test.each([
    ['a form feed', '\f', '<<<'],
    ['a line and a form feed', '\n\f\n', '<<<'],
    ['a line', '\n', '<<<'],
    ['a form feed and many lines', '\n\f\n\n\n\n\n\n\n', '<<<'],
    ['a separator of one’s own', '\f', '--- end of page {{page_no}} ---'],
  ])('pages are told apart where they end with %s', async (_, pageTail, page_seperator) => {
    await start({ text: { ...invoice, pageTail } })

    const { pages } = await open({ page_seperator }).read(bytes)

    expect(pages.map(({ words }) => words.length)).toEqual([15, 0, 2])
  })

  test('a line of the document that looks like a separator ends no page', async () => {
    const line = { text: '<<<', baseY: 500, height: 40 }
    await start({ text: { pages: [[line], [line, line]] } })

    const { pages } = await open().read(bytes)

    expect(pages.map(({ words }) => words.length)).toEqual([1, 2])
  })

  test('without places lines stand below each other on the page', async () => {
    await start()
    service.script({}, {}, {}, { status: 400, message: 'Line metadata not found' })

    const document = await open().read(bytes)

    const bottoms = document.pages[0]!.lines.map(({ box }) => box[3])
    expect(bottoms).toEqual([...bottoms].sort((a, b) => a - b))
    expect(new Set(bottoms).size).toBe(4)
    expect(bottoms[3]).toBeLessThanOrEqual(792)
    expect(linesOf(document)[2]).toBe('Blue lamps     12            240.00')
  })

  test('nothing at all is one empty page', async () => {
    await start({ text: { pages: [] } })

    expect((await open().read(bytes)).pages).toEqual([
      expect.objectContaining({ number: 0, words: [], lines: [] }),
    ])
  })
})

describe('[C 13] the adapter', () => {
  test('settings without a key, or with no address, are refused by name', async () => {
    const openWith = (settings: Settings) => () =>
      llmWhisperer.open({ adapter_name: 'Mine', ...settings }, outsideOn())

    expect(openWith({ url: 'https://text.example' })).toThrow('Unstract Key is missing')
    expect(openWith({ url: 'text.example', unstract_key: 'k' })).toThrow('URL: must be')
    expect(openWith({ unstract_key: 'k', pages_to_extract: 'all' })).toThrow(
      'Page number(s) or range to extract: must be a list such as 1-3,7,9-.',
    )
  })

  test('a connection test asks for nothing but the key', async () => {
    await start()
    await llmWhisperer.check(settingsFor(), outsideOn())

    expect(listRequests()).toEqual(['GET /test-connection'])
    await expect(
      llmWhisperer.check(settingsFor({ unstract_key: 'wrong' }), outsideOn()),
    ).rejects.toMatchObject({ code: 'unauthorised' })
    service.script({ fault: 'web-page' })
    await expect(llmWhisperer.check(settingsFor(), outsideOn())).rejects.toMatchObject({
      code: 'reply-unreadable',
    })
  })

  test('reads a document with the settings as a form stores them', async () => {
    await start()
    const storedSettings = {
      output_mode: 'layout_preserving',
      horizontal_stretch_factor: '1.0',
      tag: '',
    }

    const extractor = llmWhisperer.open(settingsFor(storedSettings), outsideOn())

    expect((await extractor.read(bytes)).pages).toHaveLength(3)
  })

  test('its form asks for filters of pictures only in the mode that has them', () => {
    expect(llmWhisperer.schema.allOf).toEqual([
      expect.objectContaining({
        if: { properties: { mode: { const: 'low_cost' } }, required: ['mode'] },
      }),
    ])
    expect(llmWhisperer.schema.properties).not.toHaveProperty('median_filter_size')
  })
})
