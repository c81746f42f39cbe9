import type { Box, DocumentText } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'
import { straightenPages } from './straighten-pages.ts'

const invoice = monospacedDocument(`
Fernbrook Optics Ltd                                Invoice

Bill to                           Invoice number:   FO-2219
Harbour Cafe Limited              Invoice date:     4 May 2026

Description              Quantity      Price      Amount
Lens cleaner                   10       4.50       45.00
Frame, titanium                 2     120.00      240.00

                                   Subtotal      £285.00
                                   VAT 20%        £57.00
                                   Total due     £342.00
`)
const { width, height } = invoice.pages[0]!

/** The invoice as scanned: every box is moved, and all lines run at the angle. */
function scanInvoice(
  move: (box: Box) => Box,
  { angle, isOnItsSide }: { angle?: number; isOnItsSide?: boolean } = {},
): DocumentText {
  const pages = invoice.pages.map((page) => ({
    ...page,
    ...omitUndefined({
      width: isOnItsSide ? height : undefined,
      height: isOnItsSide ? width : undefined,
    }),
    ocr: 'high_quality' as const,
    words: page.words.map((word) => ({ ...word, origin: 'ocr' as const, box: move(word.box) })),
    lines: page.lines.map((line) => ({
      ...line,
      box: move(line.box),
      ...omitUndefined({ angle }),
    })),
  }))
  return { ...invoice, pages }
}

const clockwise = ([x0, y0, x1, y1]: Box): Box => [height - y1, x0, height - y0, x1]
const upsideDown = ([x0, y0, x1, y1]: Box): Box => [
  width - x1,
  height - y1,
  width - x0,
  height - y0,
]
const counterClockwise = ([x0, y0, x1, y1]: Box): Box => [y0, width - x1, y1, width - x0]
const skew = ([x0, y0, x1, y1]: Box): Box => {
  const drift = (Math.tan((3 * Math.PI) / 180) * (x0 + x1)) / 2
  return [x0, y0 + drift, x1, y1 + drift]
}

const questions = [
  { key: 'number', prompt: 'invoice number', type: 'text' },
  { key: 'date', prompt: 'invoice date', type: 'date' },
  { key: 'tax', prompt: 'tax', type: 'number' },
  { key: 'total', prompt: 'total', type: 'number' },
] as const

const cases = [
  ['clockwise', clockwise, scanInvoice(clockwise, { angle: 90, isOnItsSide: true })],
  ['upside down', upsideDown, scanInvoice(upsideDown, { angle: 180 })],
  [
    'counter-clockwise',
    counterClockwise,
    scanInvoice(counterClockwise, { angle: 270, isOnItsSide: true }),
  ],
  ['skewed by three degrees', skew, scanInvoice(skew)],
] as const

describe('a page', () => {
  test('is unchanged when it is upright', () => {
    expect(straightenPages(invoice)).toEqual(invoice)
  })

  test.each(cases)(
    'scanned %s gives the same values, with evidence in the coordinates of the scan',
    async (_, move, document) => {
      const expectedAnswers = await answerWithoutModel(invoice, questions)
      const answers = await answerWithoutModel(document, questions)

      expect(expectedAnswers.map(({ value }) => value)).toEqual(['FO-2219', '2026-05-04', 57, 342])
      expect(answers.map(({ value }) => value)).toEqual(expectedAnswers.map(({ value }) => value))
      const total = invoice.pages[0]!.words.find(({ text }) => text === '£342.00')!
      const expectedBox = move(total.box).map((coordinate) => expect.closeTo(coordinate))
      expect(answers[3]?.evidence).toMatchObject([{ boxes: [expectedBox] }])
    },
  )
})
