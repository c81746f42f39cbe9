import { pageText } from '@recto/document-text/page-lines'
import { afterAll, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawPdf, write } from './testing/draw-pdf.ts'

const reader = openReader({ threads: 1 })
afterAll(() => reader.close())

const head = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 612 792]>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/Resources 5 0 R/Contents 6 0 R>> endobj
4 0 obj <</Type/Page/Parent 2 0 R/Resources 5 0 R/Contents 7 0 R>> endobj
5 0 obj <</Font<</F1 8 0 R/F2 9 0 R>>>> endobj
8 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
`

/** Letters of a subset of a font: the numbers of their shapes, which begin with another letter than the alphabet. */
const inSubset = (text: string) =>
  [...text].map((letter) => (letter.charCodeAt(0) - 29).toString(16).padStart(4, '0')).join('')

const cutFont = '<</Type/Font/Subtype/Type0'
/** The font of which only this is left names data that is missing. */
const emptyFont =
  '<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Sans/FirstChar 1/LastChar 99/ToUnicode 11 0 R/FontDescriptor 10 0 R>> endobj'

/** A file of two pages of which the end is missing, and with it the second font. */
function cutFile(first: string, second: string, font = cutFont): Uint8Array {
  const stream = (number: number, content: string) =>
    `${number} 0 obj <</Length ${content.length}>> stream\n${content}\nendstream endobj\n`
  const file = `${head}${stream(6, first)}${stream(7, second)}9 0 obj ${font}`
  return new TextEncoder().encode(file)
}

const helvetica = (text: string) => `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`
const inLostFont = (text: string) => `BT /F2 12 Tf 72 600 Td <${inSubset(text)}> Tj ET`
const cutWarning =
  'The end of the file is missing: it was cut off, and pages or text may be missing.'

test.each(['form', 'native_text'] as const)(
  'a cut-off file gives what can be read, and says what is missing: %s',
  async (mode) => {
    const bytes = cutFile(
      `${helvetica('Invoice 4711')} ${inLostFont('Total 120.00')}`,
      helvetica('Page two'),
    )

    const { pages, warnings } = await reader.read(bytes, { mode })

    expect(pages.map(pageText)).toEqual(['Invoice 4711', 'Page two'])
    expect(warnings).toEqual([
      cutWarning,
      'Text of page 1 was left out, because its fonts are missing.',
    ])
  },
)

test('a cut-off file of which nothing can be read is refused', async () => {
  const inFont = (codes: string) => `BT /F2 12 Tf 72 600 Td <${codes}> Tj ET`
  const bytes = cutFile(inFont('0102030405'), inFont('0106070304'), emptyFont)

  await expect(reader.read(bytes)).rejects.toMatchObject({ code: 'broken-file' })
})

test('a whole file has no such warning', async () => {
  const bytes = await drawPdf((drawing) => write(drawing, 'Invoice 4711', 72, 72))

  expect((await reader.read(bytes)).warnings).toBeUndefined()
})
