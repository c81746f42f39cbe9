import { afterAll, describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { packOdf, packXlsx } from './testing/pack-office.ts'

const reader = openReader()
afterAll(() => reader.close())

describe('cells of a spreadsheet', () => {
  const cellsOf = async (bytes: Uint8Array) =>
    (await reader.readEmbedded(bytes)).values.map(
      ({ name, label, kind, value, shown: shownText }) => [
        name,
        label,
        kind,
        value,
        ...(shownText === undefined ? [] : [shownText]),
      ],
    )

  test('that stand in tables, are hidden or have no label say nothing', async () => {
    const row = (n: number, ...cells: readonly string[]) =>
      `<row r="${n}"${cells.includes('hidden') ? ' hidden="1"' : ''}>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`
    const sheet = `<sheetData>${row(1, 'Item', 'Count', 'Price')}${row(2, 'Lamp', '2', '9')}${row(3, 'Secret', 'hidden')}<row r="4"><c><v>3</v></c><c><v>4</v></c></row></sheetData>`

    expect(await cellsOf(packXlsx([{ name: 'Order', xml: sheet }]))).toEqual([])
  })

  test('keep their number or day behind their label, however they show it', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="#,##0.00&quot; €&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs>'
    const pair = (n: number, label: string, cell: string) =>
      `<row r="${n}"><c r="A${n}" t="str"><v>${label}</v></c>${cell}</row>`
    const sheet = `<sheetData>${pair(1, 'Order number', '<c r="C1" t="str"><v>LT-7</v></c>')}${pair(2, 'Total', '<c r="B2" s="1"><v>1240.5</v></c>')}${pair(3, 'Date', '<c r="B3" s="2"><v>46024</v></c>')}${pair(4, 'Rate', '<c r="B4" s="3"><v>0.19</v></c>')}</sheetData>`

    expect(await cellsOf(packXlsx([{ name: 'Order', xml: sheet }], { styles }))).toEqual([
      ['Order!C1', 'Order number', 'text', 'LT-7'],
      ['Order!B2', 'Total', 'number', '1240.5', '1,240.50 €'],
      ['Order!B3', 'Date', 'date', '2026-01-02'],
      ['Order!B4', 'Rate', 'text', '19%'],
    ])
  })

  test('of OpenDocument too', async () => {
    const body =
      '<table:table table:name="Order"><table:table-row><table:table-cell><text:p>Total:</text:p></table:table-cell><table:table-cell office:value-type="currency" office:value="1240.5"><text:p>1.240,50 €</text:p></table:table-cell></table:table-row></table:table>'

    expect(await cellsOf(packOdf('spreadsheet', body))).toEqual([
      ['Order!B1', 'Total:', 'number', '1240.5', '1.240,50 €'],
    ])
  })
})

describe('what a spreadsheet does not say in its text', () => {
  const warningsOf = async (bytes: Uint8Array) => (await reader.read(bytes)).warnings

  test('hidden sheets are named in the warnings, and formulas whose value the file does not have', async () => {
    const plain = '<sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData>'
    const formulas =
      '<sheetData><row r="1"><c r="A1"><f>1+1</f></c><c r="B1"><f>2+2</f><v>4</v></c><c r="C1" t="str"><f>""</f><v></v></c></row></sheetData>'
    const book = packXlsx([
      { name: 'Order', xml: formulas },
      { name: 'Margins', xml: plain, state: 'veryHidden' },
    ])

    expect(await warningsOf(book)).toEqual([
      'The sheet “Margins” is hidden and is not in the text.',
      expect.stringMatching(/^The sheet “Order” has a formula without a stored value\./),
    ])
    expect((await reader.read(book)).pages[0]!.words.map(({ text }) => text)).toEqual([
      'Order',
      '=1+1',
      '4',
    ])
    expect(await warningsOf(packXlsx([{ name: 'Order', xml: plain }]))).toBeUndefined()
  })

  test('hidden sheets of OpenDocument are named too', async () => {
    const styles =
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    const table = (name: string, style: string) =>
      `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell><text:p>7</text:p></table:table-cell></table:table-row></table:table>`
    const book = packOdf('spreadsheet', table('Order', 'ta1') + table('Margins', 'ta2'), { styles })

    expect(await warningsOf(book)).toEqual([
      'The sheet “Margins” is hidden and is not in the text.',
    ])
  })
})
