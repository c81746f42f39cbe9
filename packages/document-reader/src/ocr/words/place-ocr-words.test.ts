import { lineText } from '@recto/document-text/page-lines'
import { expect, test } from 'vitest'
import type { PixelPoint } from '../../images/page-image.ts'
import { groupLines } from '../../words/group-lines.ts'
import type { OcrResult, OcrWord } from './ocr-engine.ts'
import { placeOcrWords } from './place-ocr-words.ts'

type Turn = { readonly degrees: number }

/** Words of 20 pixels height, ten a letter, as an engine boxes them: only as high as their own letters. */
function read(text: string, x: number, base: number): { text: string; corners: PixelPoint[] } {
  const top = base - (/[A-Z0-9bdfhklt]/.test(text) ? 20 : 14)
  const bottom = base + (/[gpqy,]/.test(text) ? 6 : 0)
  const end = x + text.length * 10
  return {
    text,
    corners: [
      [x, top],
      [end, top],
      [end, bottom],
      [x, bottom],
    ],
  }
}

function turned({ text, corners }: ReturnType<typeof read>, { degrees }: Turn): OcrWord {
  const radians = (degrees * Math.PI) / 180
  const sin = Math.sin(radians)
  const cos = Math.cos(radians)
  const turn = ([x, y]: PixelPoint): PixelPoint => [
    x * cos - y * sin + 2000,
    x * sin + y * cos + 2000,
  ]
  const [a, b, c, d] = corners.map(turn) as [PixelPoint, PixelPoint, PixelPoint, PixelPoint]
  return { text, confidence: 0.9, quad: [a, b, c, d] }
}

const page = [
  read('Invoice', 100, 100),
  read('number', 200, 100),
  read('2041', 800, 100),
  read('approx.', 100, 134),
  read('sums', 200, 134),
  read('apply', 800, 134),
  read('Total', 100, 168),
  read('-', 780, 162),
  read('19.90', 800, 168),
]
const expectedLines = ['Invoice number 2041', 'approx. sums apply', 'Total - 19.90']

function linesOf(result: OcrResult) {
  const words = groupLines(placeOcrWords(result, 0.36))
  const placedPage = { number: 0, width: 600, height: 800, rotation: 0, ...words } as const
  return placedPage.lines.map((line) => ({
    text: lineText(placedPage, line),
    angle: line.angle ?? 0,
  }))
}

const noMarks = { checkboxes: [], rules: [] }

test.each([0, 0.4, 3, -8])(
  'lines of a page skewed by %d degrees are whole and in order',
  (degrees) => {
    const words = page.map((word) => turned(word, { degrees }))

    expect(linesOf({ ...noMarks, words })).toEqual(
      expectedLines.map((text) => ({ text, angle: 0 })),
    )
  },
)

test.each([
  [90, 90],
  [182, 180],
  [268, 270],
])('lines of a page turned by %i degrees run at %i', (degrees, angle) => {
  const words = page.map((word) => turned(word, { degrees }))

  expect(linesOf({ ...noMarks, words })).toEqual(expectedLines.map((text) => ({ text, angle })))
})

test('a word across the page keeps its own angle', () => {
  const stamp = turned(read('COPY', 100, 400), { degrees: 40 })

  const words = [...page.map((word) => turned(word, { degrees: 0 })), stamp]

  expect(linesOf({ ...noMarks, words }).at(-1)).toEqual({ text: 'COPY', angle: 40 })
})

test('the words of a line have one size and base line', () => {
  const words = page.slice(0, 6).map((word) => turned(word, { degrees: 0 }))

  const placedWords = placeOcrWords({ ...noMarks, words }, 1)

  const base = 2000
  expect(placedWords.map(({ baseLine }) => baseLine - base)).toEqual([100, 100, 100, 134, 134, 134])
  for (const line of [placedWords.slice(0, 3), placedWords.slice(3)])
    expect(new Set(line.map(({ size }) => size)).size).toBe(1)
})

test('check boxes become words at the start of their labels, with their own confidence', () => {
  const words = [
    turned(read('Yes', 140, 100), { degrees: 0 }),
    turned(read('No', 340, 100), { degrees: 0 }),
  ]
  const checkboxes = [
    { box: [2310, 2078, 2332, 2102], isChecked: true, confidence: 0.8 },
    { box: [2110, 2078, 2132, 2102], isChecked: false, confidence: 0.95 },
  ] as const

  expect(linesOf({ words, checkboxes, rules: [] })).toEqual([{ text: '[ ] Yes [X] No', angle: 0 }])
  expect(
    placeOcrWords({ words, checkboxes, rules: [] }, 0.5).find(({ word }) => word.text === '[X]')
      ?.word,
  ).toEqual({
    text: '[X]',
    box: [1155, 1039, 1166, 1051],
    confidence: 0.8,
    origin: 'ocr',
    isCheckbox: true,
  })
})
