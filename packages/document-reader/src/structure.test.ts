import { findDocumentBlocks } from '@recto/document-text/blocks/document-blocks'
import { markdownOf } from '@recto/document-text/blocks/markdown'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import { afterAll, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawPdf } from './testing/draw-pdf.ts'
import { packDocx, paragraph } from './testing/pack-office.ts'

const reader = openReader({ threads: 1 })
afterAll(() => reader.close())

const rowCount = 80
const rows = Array.from({ length: rowCount }, (_, i) => [`Part ${i}`, `${i}.50`])
const html = `<!DOCTYPE html><h1>Order</h1><p>For the workshop.</p><h2>Parts</h2>
  <ul><li>Doors<ul><li>of oak</li></ul></li><li>Shelves</li></ul>
  <table><tr><th rowspan="2">Item</th><th colspan="2">Price</th></tr><tr><th>net</th><th>gross</th></tr>
  ${rows.map(([name, price]) => `<tr><td>${name}</td><td>${price}</td><td>${price}</td></tr>`).join('')}</table>`

test('a web page keeps its titles, nested lists and merged cells, also of a table over several pages', async () => {
  const { pages } = await reader.read(Buffer.from(html), {
    withStructure: true,
    name: 'order.html',
  })

  const blocks = findDocumentBlocks(pages)

  expect(markdownOf(blocks)).toContain(
    '# Order\n\nFor the workshop.\n\n## Parts\n\n- Doors\n    - of oak\n- Shelves\n\n| Item | Price |',
  )
  const tables = blocks.filter(({ kind }) => kind === 'table')
  expect(tables).toHaveLength(1)
  expect(tables[0]!.cells).toHaveLength(rowCount + 2)
  expect(tables[0]!.merged).toEqual([
    { row: 0, column: 0, rows: 2, columns: 1 },
    { row: 0, column: 1, rows: 1, columns: 2 },
  ])
})

test('a Word document has the titles of its styles, in any language, and stays the same when it is stored', async () => {
  const styles =
    '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Eigene"><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
  const file = packDocx(
    [
      paragraph('Angebot', '<w:pStyle w:val="berschrift1"/>'),
      paragraph('Leistungen', '<w:pStyle w:val="Eigene"/>'),
      paragraph('Wir streichen die Türen.'),
    ].join(''),
    { styles },
  )

  const document = await reader.read(file, { withStructure: true })

  const restoredDocument = parseStoredDocumentText(storeDocumentText(document))
  expect(markdownOf(findDocumentBlocks(restoredDocument.pages))).toBe(
    '# Angebot\n\n## Leistungen\n\nWir streichen die Türen.',
  )
})

test('words of a PDF keep their size and weight if they are requested, and only then', async () => {
  const pdf = await drawPdf((drawing) => {
    drawing.font('Helvetica-Bold').fontSize(14).text('Total', 40, 40)
    drawing.font('Helvetica').fontSize(10).text('of March', 40, 80)
  })

  const { pages } = await reader.read(pdf, { withStructure: true })
  const restoredDocument = parseStoredDocumentText(storeDocumentText({ formatVersion: 2, pages }))
  const plain = await reader.read(pdf)

  expect(restoredDocument.pages[0]!.words.map(({ style }) => style)).toEqual([
    { size: 14, isBold: true },
    { size: 10 },
    { size: 10 },
  ])
  expect(plain.pages[0]!.words.some(({ style }) => style)).toBe(false)
})
