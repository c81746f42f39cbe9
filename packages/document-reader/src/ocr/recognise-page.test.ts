import { lineText } from '@recto/document-text/page-lines'
import { afterAll, expect, test } from 'vitest'
import { write } from '../testing/draw-pdf.ts'
import { drawTextImage } from '../testing/draw-text-image.ts'
import { groupLines } from '../words/group-lines.ts'
import { openPaddle, type Paddle } from './paddle/open-paddle.ts'
import { recognisePage } from './recognise-page.ts'
import { openTesseract } from './tesseract/open-tesseract.ts'
import { placeOcrWords } from './words/place-ocr-words.ts'

const tesseract = openTesseract()
let paddle: Promise<Paddle> | undefined
const engines = {
  tesseract,
  openPaddle() {
    paddle ??= openPaddle()
    return paddle
  },
}

afterAll(async () => {
  await tesseract.close()
  await (await paddle)?.close()
})

/** What the large engine reads of a scan of these lines, when nobody says in which language they are. */
async function readScan(lines: readonly string[], language = 'eng'): Promise<string[]> {
  const image = await drawTextImage(
    (drawing) => {
      for (const [i, line] of lines.entries()) write(drawing, line, 30, 20 + i * 26)
    },
    { dpi: 150, pdf: { size: [380, 130] } },
  )
  const result = await recognisePage(engines, {
    image,
    tier: 'high_quality',
    language,
    medianFilterSize: 0,
    gaussianBlurRadius: 0,
    derotateThreshold: 10,
    checkboxConfidenceThreshold: 0.3,
    withCheckboxes: false,
    withRules: false,
  })
  const words = groupLines(placeOcrWords(result, 1))
  const page = { number: 0, width: 1000, height: 1000, rotation: 0, ...words } as const
  return page.lines.map((line) => lineText(page, line))
}

test('a language without weights is read by the first engine and in English', async () => {
  expect(await readScan(['Total due 12.50'], 'fin')).toEqual(['Total due 12.50'])
})

test('signs of money come through from a scanned invoice', async () => {
  const lines = [
    'Net amount €1,240.50',
    'Carriage € 12.00',
    'Versand 235,70 €',
    '6 pieces at £6.00',
  ]

  expect(await readScan(lines)).toEqual(lines)
})

test.each([
  [
    [
      'Nous vous prions de régler la facture',
      'Le montant est à payer dès la réception',
      'Un garçon est né dans cet hôtel',
    ],
  ],
  [
    [
      'Wir danken für die Bestellung und bitten Sie',
      'den Betrag auf das Konto zu überweisen',
      'Mit freundlichen Grüßen aus der Lößstraße',
    ],
  ],
  [
    [
      'Lieferschein: Holz Sägemüller, Große Straße 3',
      'Stück Bezeichnung Menge Einzelpreis Betrag',
      'Gebühr für Maß und Rückgabe, Zürich',
    ],
  ],
])('the letters of a language that nobody named come from its own weights: %j', async (lines) => {
  expect(await readScan(lines)).toEqual(lines)
})

test('the text of a page that is not flat is read line by line, and its words are where they are seen', async () => {
  const words = 'please transfer the amount that is due to our account within thirty days'.split(
    ' ',
  )
  // Words that stand below their like would be columns.
  const sentences = Array.from({ length: 12 }, (_, i) =>
    [...words.slice(i), ...words.slice(0, i)].join(' '),
  )
  const page = await drawTextImage(
    (drawing) => {
      for (const [i, sentence] of sentences.entries()) write(drawing, sentence, 30, 60 + i * 22)
    },
    { dpi: 130, pdf: { size: [520, 380] } },
  )
  const curve = (x: number) => 30 * Math.sin((2 * Math.PI * x) / page.width)
  const pixels = page.pixels.map((_, i) => {
    const x = i % page.width
    const y = Math.round((i - x) / page.width - curve(x))
    return y < 0 || y >= page.height ? 255 : page.pixels[y * page.width + x]!
  })
  const result = await recognisePage(engines, {
    image: { ...page, pixels },
    tier: 'low_cost',
    language: 'eng',
    medianFilterSize: 0,
    gaussianBlurRadius: 0,
    derotateThreshold: 10,
    checkboxConfidenceThreshold: 0.3,
    withCheckboxes: false,
    withRules: false,
  })
  const lines = groupLines(placeOcrWords(result, 1))
  const placedPage = { number: 0, width: 2000, height: 2000, rotation: 0, ...lines } as const
  const texts = placedPage.lines.map((line) => lineText(placedPage, line))
  const rightLines = texts.filter((text, i) => text === sentences[i])
  const firstDays = placedPage.words.find(({ text }) => text === 'days')

  expect(texts).toHaveLength(12)
  expect(rightLines.length).toBeGreaterThanOrEqual(11)
  const [x0, y0, x1, y1] = firstDays!.box
  const seenY = (65 * 130) / 72 + curve((x0 + x1) / 2)
  expect(Math.abs((y0 + y1) / 2 - seenY)).toBeLessThan(8)
})
