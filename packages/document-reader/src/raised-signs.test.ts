import { lineText } from '@recto/document-text/page-lines'
import { omitUndefined } from '@recto/omit-undefined'
import { afterAll, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { type Drawing, drawPdf, write } from './testing/draw-pdf.ts'
import { packDocx, paragraph } from './testing/pack-office.ts'

const reader = openReader({ threads: 1 })
afterAll(() => reader.close())

async function readLines(bytes: Uint8Array, name?: string): Promise<string[]> {
  const { pages } = await reader.read(bytes, omitUndefined({ mode: 'native_text' as const, name }))
  return pages.flatMap((page) => page.lines.map((line) => lineText(page, line)))
}

type Piece = readonly [text: string, place?: 'raised' | 'lowered']

/** Draws pieces of text one behind the other, smaller ones above or below the base line. */
function drawPieces(drawing: Drawing, top: number, pieces: readonly Piece[]): void {
  let left = 50
  for (const [text, place] of pieces) {
    drawing.fontSize(place ? 7 : 12)
    const shift = { raised: -1, lowered: 7 }
    write(drawing, text, left, top + (place ? shift[place] : 0))
    left += drawing.widthOfString(text)
  }
}

test('raised and lowered signs in a PDF are no digits of the number before them', async () => {
  const bytes = await drawPdf((drawing) => {
    drawPieces(drawing, 50, [['Revenue 1,234'], ['3', 'raised'], [' and 98'], ['1)', 'raised']])
    drawPieces(drawing, 80, [['White cells 11.9 x 10'], ['9', 'raised'], ['/L']])
    drawPieces(drawing, 110, [['Area 1,250 m'], ['2', 'raised'], [' of CO'], ['2', 'lowered']])
    drawPieces(drawing, 140, [['Total 1,234.50']])
  })

  expect(await readLines(bytes)).toEqual([
    'Revenue 1,234 ³ and 98 ¹⁾',
    'White cells 11.9 x 10⁹/L',
    'Area 1,250 m² of CO₂',
    'Total 1,234.50',
  ])
})

test('so it is in a web page and in a Word document', async () => {
  const html = '<p>Revenue 1,234<sup>3</sup> of 10<sup>9</sup> m<sup>2</sup> CO<sub>2</sub></p>'
  const superscriptRun = (text: string) =>
    `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>${text}</w:t></w:r>`
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const docx = packDocx(
    `${paragraph('Figures')}<w:p>${run('Revenue 1,234')}${superscriptRun('3')}${run(' of 1 m')}${superscriptRun('2')}</w:p>`,
  )

  expect(await readLines(Buffer.from(html), 'a.html')).toEqual(['Revenue 1,234 ³ of 10⁹ m² CO₂'])
  expect((await readLines(docx)).at(-1)).toBe('Revenue 1,234 ³ of 1 m²')
})
