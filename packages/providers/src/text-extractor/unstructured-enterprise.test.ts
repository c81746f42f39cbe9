import { formOf, unstructuredProtocol } from '@recto/testkit/canned-readers'
import { startCannedService } from '@recto/testkit/canned-service'
import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { fileBytes, linesOf, testReader } from '../testing/reader-suite.ts'
import { unstructuredEnterprise } from './unstructured-enterprise.ts'

const cornersOf = (x0: number, y0: number, x1: number, y1: number) => ({
  system: 'PixelSpace',
  layout_width: 1700,
  layout_height: 2200,
  points: [
    [x0, y0],
    [x0, y1],
    [x1, y1],
    [x1, y0],
  ],
})

const elements = [
  {
    type: 'Title',
    text: 'ACME Ltd Invoice 17',
    metadata: { page_number: 1, coordinates: cornersOf(170, 220, 850, 270) },
  },
  {
    type: 'NarrativeText',
    text: 'Pay within thirty days of the date of this invoice.\nThank you.',
    metadata: { page_number: 1, coordinates: cornersOf(170, 400, 1530, 500) },
  },
  { type: 'Footer', text: 'Page two', metadata: { page_number: 2 } },
]

describe('Unstructured', () => {
  const { service, open } = testReader(
    unstructuredEnterprise,
    (url, api_key) => ({ adapter_name: 'Mine', url: `${url}/general/v0/general`, api_key }),
    (key) => unstructuredProtocol(elements, key),
  )

  test('elements stand where the service saw them, on their pages', async () => {
    const document = await open().read(fileBytes, { name: 'letter.pdf' })

    const [first, second] = document.pages
    expect([first?.width, first?.height]).toEqual([595, 770])
    expect(first?.words[0]).toMatchObject({ text: 'ACME', origin: 'ocr' })
    expect(first?.words[0]?.box[0]).toBeCloseTo(59.5)
    expect(first?.words[0]?.box[1]).toBeCloseTo(77)
    expect(first?.lines).toHaveLength(3)
    expect(second?.words.map(({ text }) => text)).toEqual(['Page', 'two'])
    expect(linesOf(document).map((line) => line.trim())).toContain('Thank you.')
  })

  test('the file is sent by its name, and places are asked for', async () => {
    await open().read(fileBytes, { name: 'letter.pdf' })

    const form = await formOf(service().requests.at(-1)!)
    expect(form).toMatchObject({ coordinates: 'true', strategy: 'auto' })
    expect(form.files).toMatchObject({ name: 'letter.pdf', size: fileBytes.length })
  })

  test('a document without a word is an empty page', async () => {
    await using empty = await startCannedService(unstructuredProtocol([]))
    const settings = { adapter_name: 'Mine', url: empty.url, api_key: secretKey }

    const { pages } = await unstructuredEnterprise.open(settings, outsideOn()).read(fileBytes)

    expect(pages).toMatchObject([{ words: [], lines: [] }])
  })
})
