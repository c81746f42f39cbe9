import type { DocumentText } from '@recto/document-text/model'
import { afterAll, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawPdf, write } from './testing/draw-pdf.ts'
import { packDocx, packOdf } from './testing/pack-office.ts'

const reader = openReader({ threads: 1 })
afterAll(() => reader.close())

const read = (bytes: Uint8Array) => reader.read(bytes, { mode: 'native_text' })
const struckOf = ({ pages }: DocumentText) =>
  pages.flatMap(({ words }) => words.filter(({ isStruck }) => isStruck).map(({ text }) => text))

test.each([
  ['a web page', '<p>Price: <s>99.00 EUR</s> 79.00 EUR</p>'],
  ['a deletion', '<p>Price: <del>99.00 EUR</del> 79.00 EUR</p>'],
  [
    'a style',
    '<p>Price: <span style="color: red; text-decoration: line-through">99.00 EUR</span> 79.00 EUR</p>',
  ],
  ['a cell', '<table><tr><td>Price</td><td><s>99.00 EUR</s> 79.00 EUR</td></tr></table>'],
])('struck words of %s are marked', async (_, html) => {
  const document = await read(Buffer.from(`<!DOCTYPE html><html><body>${html}</body></html>`))

  expect(struckOf(document)).toEqual(['99.00', 'EUR'])
})

test.each(['<w:strike/>', '<w:dstrike/>', '<w:strike w:val="1"/>'])(
  'struck runs of a Word document are marked: %s',
  async (property) => {
    const run = (text: string, properties = '') =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
    const body = `<w:p>${run('Price: ')}${run('99.00', property)}${run(' 79.00', '<w:strike w:val="0"/>')}</w:p>`

    expect(struckOf(await read(packDocx(body)))).toEqual(['99.00'])
  },
)

test('struck spans of an OpenDocument text are marked', async () => {
  const style =
    '<style:style style:name="T1" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>'
  const body = '<text:p>Price: <text:span text:style-name="T1">99.00</text:span> 79.00</text:p>'

  expect(struckOf(await read(packOdf('text', body, { automatic: style })))).toEqual(['99.00'])
})

test('words of a PDF with a line through them are marked, and no others', async () => {
  const bytes = await drawPdf((drawing) => {
    const line = (x0: number, x1: number, y: number) =>
      drawing.moveTo(x0, y).lineTo(x1, y).lineWidth(0.8).stroke()
    write(drawing, 'Price:', 50, 100)
    write(drawing, '99.00', 100, 100)
    line(99, 100 + drawing.widthOfString('99.00') + 1, 106)
    write(drawing, '79.00', 150, 100)
    // An underline, a rule through the page, and the white line of a background.
    write(drawing, 'underlined', 50, 150)
    line(50, 50 + drawing.widthOfString('underlined'), 162)
    write(drawing, 'crossed', 50, 200)
    line(40, 500, 206)
    write(drawing, 'white', 50, 250)
    drawing.strokeColor('white')
    line(50, 50 + drawing.widthOfString('white'), 256)
  })

  expect(struckOf(await read(bytes))).toEqual(['99.00'])
})
