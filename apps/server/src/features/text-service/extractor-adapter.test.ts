import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText, Page } from '@recto/document-text/model'
import { lineText } from '@recto/document-text/page-lines'
import { llmWhisperer } from '@recto/providers/text-extractor/llmwhisperer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPages } from './testing/draw-pages.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'

/** The platform's own service, used by the adapter that speaks to any service of this contract. */

let service: TextService
beforeAll(async () => {
  service = await startTextService()
})
afterAll(() => service?.close())

function open(extraSettings: Readonly<Record<string, unknown>> = {}) {
  const { origin, ctx } = service.server
  const network = {
    fetch: globalThis.fetch,
    connect: refuse,
    reader: ctx.reader,
    vectors: { put: refuse, search: refuse, remove: refuse },
  }
  const settings = { adapter_name: 'Own', url: origin, unstract_key: service.key, ...extraSettings }
  return { settings, outside: network, extractor: llmWhisperer.open(settings, network) }
}

async function refuse(): Promise<never> {
  throw new Error('Nothing is stored in this test.')
}

/** Positions of the lines by their text. */
const placesOf = (page: Page | undefined) =>
  new Map(page?.lines.map((line) => [lineText(page, line), line.box]))

const columnsOf = (document: DocumentText, line: RegExp) =>
  layoutText(document)
    .text.split('\n')
    .find((text) => line.test(text))
    ?.trimEnd()

test('a wrong key and a broken file are refused in the service’s own words', async () => {
  const wrong = open({ unstract_key: 'none' })
  const brokenFile = new TextEncoder().encode('%PDF-1.7 and nothing more')

  await expect(llmWhisperer.check(wrong.settings, wrong.outside)).rejects.toMatchObject({
    code: 'unauthorised',
  })
  await expect(open().extractor.read(brokenFile, { name: 'a.pdf' })).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/could not read the document: \S/),
  })
  await expect(
    open({ line_splitter_strategy: 'upwards' }).extractor.read(brokenFile),
  ).rejects.toMatchObject({ code: 'refused', status: 400 })
})

test('a document comes back with its pages, lines and columns where they are', async () => {
  const { settings, outside: network, extractor } = open({ mode: 'native_text' })
  const bytes = await drawPages(
    ['Invoice 17', 'Item            Pieces', 'Blue lamp       12'],
    ['Thank you.'],
  )

  await llmWhisperer.check(settings, network)
  const document = await extractor.read(bytes, { name: 'lamps.pdf' })
  const own = await network.reader.read(bytes)

  expect(document.pages.map(({ number, height }) => [number, Math.round(height)])).toEqual([
    [0, 842],
    [1, 842],
  ])
  const places = placesOf(document.pages[0])
  const ownPlaces = placesOf(own.pages[0])
  expect([...places.keys()]).toEqual([...ownPlaces.keys()])
  for (const [text, [, , , bottom]] of ownPlaces) {
    expect(places.get(text)?.[3], text).toBeCloseTo(bottom, 0)
  }
  for (const line of [/Pieces/, /Blue lamp/]) {
    expect(columnsOf(document, line)).toBe(columnsOf(own, line))
  }
  expect(document.pages[1]?.words.map(({ text }) => text)).toEqual(['Thank', 'you.'])
})

test('chosen pages keep their numbers', async () => {
  const bytes = await drawPages(['One'], ['Two'], ['Three'])

  const { pages } = await open({ pages_to_extract: '3,1', mode: 'native_text' }).extractor.read(
    bytes,
  )

  expect(pages.map((page) => [page.number, page.words[0]?.text])).toEqual([
    [0, 'One'],
    [2, 'Three'],
  ])
})
