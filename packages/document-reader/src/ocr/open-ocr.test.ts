import { lineText } from '@recto/document-text/page-lines'
import { afterAll, expect, test } from 'vitest'
import type { PageImage } from '../images/page-image.ts'
import { type Drawing, write } from '../testing/draw-pdf.ts'
import { drawTextImage } from '../testing/draw-text-image.ts'
import { groupLines } from '../words/group-lines.ts'
import { openOcr } from './open-ocr.ts'
import type { OcrRequest, OcrResult } from './words/ocr-engine.ts'
import { placeOcrWords } from './words/place-ocr-words.ts'

const ocr = openOcr()
afterAll(() => ocr.close())

function requestOf(image: PageImage, options: Partial<OcrRequest> = {}): OcrRequest {
  return {
    image,
    tier: 'low_cost',
    language: 'eng',
    medianFilterSize: 0,
    gaussianBlurRadius: 0,
    derotateThreshold: 10,
    checkboxConfidenceThreshold: 0.3,
    withCheckboxes: false,
    withRules: false,
    ...options,
  }
}

const drawLetter = (drawing: Drawing) => {
  write(drawing, 'Invoice number', 30, 30)
  write(drawing, '2041', 300, 30)
  write(drawing, 'The goods were delivered on time.', 30, 60)
  write(drawing, 'Total amount due', 30, 90)
  write(drawing, '1,240.50', 300, 90)
}
const expectedLines = [
  'Invoice number 2041',
  'The goods were delivered on time.',
  'Total amount due 1,240.50',
]
const pdf = { size: [380, 130] as [number, number] }

function linesOf(result: OcrResult) {
  const words = groupLines(placeOcrWords(result, 1))
  const page = { number: 0, width: 1000, height: 1000, rotation: 0, ...words } as const
  return page.lines.map((line) => lineText(page, line))
}

test('a language without weights is refused, and the next page is read', async () => {
  const image = await drawTextImage(drawLetter, { dpi: 200, pdf })

  await expect(ocr.recognise(requestOf(image, { language: 'fin' }))).rejects.toMatchObject({
    code: 'language-missing',
  })
  expect(linesOf(await ocr.recognise(requestOf(image)))).toEqual(expectedLines)
})

test('a picture with too few pixels and one that is no page are refused at once', async () => {
  const tornImage = { width: 100, height: 100, channels: 3, pixels: new Uint8Array(100) } as const
  const huge = {
    width: 10_000,
    height: 6_000,
    channels: 1,
    pixels: new Uint8Array(60_000_000),
  } as const

  await expect(ocr.recognise(requestOf(tornImage))).rejects.toMatchObject({ code: 'broken-file' })
  await expect(ocr.recognise(requestOf(huge))).rejects.toMatchObject({ code: 'too-large' })
})

test('a page that takes too long fails alone', async () => {
  const impatient = openOcr({ timeoutSeconds: 0.05 })
  const image = await drawTextImage(drawLetter, { dpi: 50, pdf })

  const refusal = impatient.recognise(requestOf(image), { name: 'slow.png' })

  await expect(refusal).rejects.toMatchObject({ code: 'timed-out' })
  await impatient.close()
})

test('a speckled page is read once the median filter that was asked for has cleaned it', async () => {
  const image = await drawTextImage(drawLetter, { dpi: 200, pdf })
  const pixels = image.pixels.map((value, i) => ((i * 7919) % 12 === 0 ? 0 : value))

  const filters = { medianFilterSize: 3, gaussianBlurRadius: 0.5 }
  const result = await ocr.recognise(requestOf({ ...image, pixels }, filters))

  expect(linesOf(result)).toEqual(expectedLines)
})

test('a code that is of no language is refused by either engine', async () => {
  const image = await drawTextImage(drawLetter, { dpi: 50, pdf })

  for (const tier of ['low_cost', 'high_quality'] as const)
    await expect(ocr.recognise(requestOf(image, { tier, language: 'xyz' }))).rejects.toMatchObject({
      code: 'language-missing',
      message: expect.stringContaining('does not support the language “xyz”'),
    })
})

test('an empty picture has no words', async () => {
  const image = await drawTextImage(() => {}, { dpi: 72, pdf })

  expect(await ocr.recognise(requestOf(image))).toEqual({ words: [], checkboxes: [], rules: [] })
})

test.each([5, 90, 180, 270])(
  'a page that lies at %i degrees is read, and its words are placed where they are seen',
  async (rotate) => {
    const image = await drawTextImage(drawLetter, { dpi: 200, pdf, rotate })

    const result = await ocr.recognise(requestOf(image))

    expect(linesOf(result)).toEqual(expectedLines)
    const word = result.words.find(({ text }) => text === '2041')!
    expect(darkShare(image, word.quad)).toBeGreaterThan(0.15)
  },
)

test.each([
  [1, 1],
  [20, 20],
  [400, 3],
])('a picture of %i x %i pixels has no words and breaks nothing', async (width, height) => {
  const pixels = new Uint8Array(width * height).fill(255)
  const image: PageImage = { width, height, channels: 1, pixels }
  const request = requestOf(image, { medianFilterSize: 9, withCheckboxes: true, withRules: true })

  expect(await ocr.recognise(request)).toEqual({ words: [], checkboxes: [], rules: [] })
})

test('a form gives its check boxes and rules beside its words, all in its own pixels', async () => {
  const image = await drawTextImage(
    (drawing) => {
      drawLetter(drawing)
      drawing.lineWidth(0.8).rect(30, 108, 10, 10).stroke()
      drawing.moveTo(32, 110).lineTo(38, 116).moveTo(38, 110).lineTo(32, 116).stroke()
      write(drawing, 'Paid', 48, 109)
      drawing.moveTo(30, 80).lineTo(350, 80).stroke()
    },
    { dpi: 200, pdf },
  )

  const result = await ocr.recognise(requestOf(image, { withCheckboxes: true, withRules: true }))

  expect(linesOf(result)).toEqual([...expectedLines, '[X] Paid'])
  expect(result.rules.map((rule) => rule.map((edge) => Math.round((edge * 72) / 200)))).toEqual([
    [30, 80, 350, 80],
  ])
})

/** The share of dark pixels between the corners of a word. */
function darkShare({ width, pixels }: PageImage, quad: OcrResult['words'][number]['quad']): number {
  const [a, b, , d] = quad
  const steps = Array.from({ length: 20 }, (_, i) => (i + 0.5) / 20)
  const samples = steps.flatMap((u) =>
    steps.map((v) => {
      const x = a[0] + (b[0] - a[0]) * u + (d[0] - a[0]) * v
      const y = a[1] + (b[1] - a[1]) * u + (d[1] - a[1]) * v
      return pixels[Math.floor(y) * width + Math.floor(x)]!
    }),
  )
  return samples.filter((value) => value < 128).length / samples.length
}
