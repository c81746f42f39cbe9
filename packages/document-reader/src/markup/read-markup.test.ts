import { afterAll, describe, expect, test } from 'vitest'
import { openConverter } from '../converter/open-converter.ts'
import { readAll, readLines, toFile } from '../testing/open-test-converter.ts'

const converter = openConverter()
afterAll(() => converter.close())

const lines = (text: string | Uint8Array) => readLines(converter, toFile(text))

describe('hostile markup', () => {
  test.each([
    ['XML', '<a>'.repeat(100_000)],
    ['HTML', `<html>${'<div>'.repeat(100_000)}`],
    ['JSON', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('%s that is nested 100,000 times is refused', async (_, text) => {
    await expect(lines(text)).rejects.toMatchObject({
      code: 'too-large',
      message: 'The document is nested too deeply.',
    })
  })

  test('entities that a document declares are not expanded', async () => {
    const bomb =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><x>&b; &f; &amp;</x>'

    expect(await lines(bomb)).toEqual(['x: &b; &f; &'])
  })
})

describe('HTML', () => {
  test('what is shown is read, what is hidden is not', async () => {
    const html = `<!doctype html><html><head><title>No</title><style>p{}</style></head><body>
      <h1>Invoice &eacute; 7</h1><p>Some   text<br>next</p><script>alert(1)</script>
      <p style="color:red; display: none">hidden</p><p hidden>hidden</p><input type="hidden" value="x">
      <ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul><ol start="3"><li>three</li></ol>
      <label><input type="checkbox" checked> Paid</label></body></html>`

    expect(await lines(html)).toEqual([
      'Invoice é 7',
      'Some text',
      'next',
      ' • one',
      ' • two',
      '    • deep',
      ' 3. three',
      '[X] Paid',
    ])
  })

  test('tables keep their columns, also where cells span', async () => {
    const html =
      '<html><table><tr><th>Item</th><th>Net</th><th>Gross</th></tr><tr><td rowspan="2">Paper</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr><tr><td colspan="2">Sum</td><td>6</td></tr></table></html>'

    expect(await lines(html)).toEqual([
      'Item    Net   Gross',
      'Paper   1     2',
      '        3     4',
      'Sum           6',
    ])
  })

  test('a table that only arranges others is read through', async () => {
    const html =
      '<html><table><tr><td><table><tr><td>Total</td><td>42</td></tr></table></td><td>Footer</td></tr></table></html>'

    expect(await lines(html)).toEqual(['Total   42', 'Footer'])
  })

  test('the encoding that a page declares is believed', async () => {
    const html = Buffer.from(
      '<html><meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2',
      'latin1',
    )

    expect(await lines(html)).toEqual(['Привет'])
  })
})

test('an e-invoice in XML reads as labels and values', async () => {
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>
    <Invoice xmlns="urn:oasis" xmlns:cbc="urn:cbc" xmlns:cac="urn:cac">
      <cbc:ID>RE-7</cbc:ID><cbc:InvoiceTypeCode listID="UNCL1001">380</cbc:InvoiceTypeCode>
      <cac:InvoiceLine><cbc:Note><![CDATA[a < b]]></cbc:Note><cbc:LineAmount currencyID="EUR">119.00</cbc:LineAmount></cac:InvoiceLine>
    </Invoice>`

  expect(await lines(xml)).toEqual([
    'Invoice:',
    '  ID: RE-7',
    '  Invoice Type Code (list ID: UNCL1001): 380',
    '  Invoice Line:',
    '    Note: a < b',
    '    Line Amount (currency ID: EUR): 119.00',
  ])
})

test('a drawing in SVG is its texts, without styles and shapes', async () => {
  const svg = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://example.org/svg11.dtd">
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{fill:red}</style><path d="M1 1 L2 2"/>
      <g><text x="1" y="2"><tspan>Total</tspan> 42.00</text></g><text>Due <tspan>in May</tspan></text></svg>`

  expect(await lines(svg)).toEqual(['Total 42.00', 'Due in May'])
})

test('a workbook in XML is its shown sheets', async () => {
  const cell = (type: string, text: string, place = '') =>
    `<Cell ${place}><Data ss:Type="${type}">${text}</Data></Cell>`
  const sheet = (name: string, rows: string, options = '') =>
    `<Worksheet ss:Name="${name}"><Table>${rows}</Table>${options}</Worksheet>`
  const rows = [
    `<Row>${cell('String', 'Order 7', 'ss:MergeAcross="2"')}</Row>`,
    `<Row>${cell('String', 'Item')}${cell('String', 'Day')}${cell('String', 'Price', 'ss:Index="4"')}</Row>`,
    `<Row ss:Index="3">${cell('String', 'Ink')}${cell('DateTime', '2026-05-04T00:00:00.000')}${cell('Number', '42.5', 'ss:Index="4"')}</Row>`,
  ]
  const hidden = '<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>'
  const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
    <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
      <Styles><Style ss:ID="s1"><Font ss:Bold="1"/></Style></Styles>
      ${sheet('Orders', rows.join(''))}${sheet('Notes', `<Row>${cell('String', 'secret')}</Row>`, hidden)}</Workbook>`

  expect((await lines(xml)).map((line) => line.trimEnd())).toEqual([
    'Orders',
    'Order 7',
    'Item   Day          Price',
    'Ink    2026-05-04   42.5',
  ])
})

test('an OpenDocument text in one XML file reads like one in a container', async () => {
  const xml = `<?xml version="1.0"?><office:document xmlns:office="urn:o" xmlns:text="urn:t" office:mimetype="application/vnd.oasis.opendocument.text">
    <office:styles/><office:body><office:text><text:h>Offer</text:h><text:p>Total 42.00</text:p></office:text></office:body></office:document>`

  expect(await lines(xml)).toEqual(['Offer', 'Total 42.00'])
})

describe('JSON', () => {
  test('records on lines of their own are a table', async () => {
    const json = '{"item": "Paper, white", "price": 2.50}\n{"item": "Ink", "price": 9}\n'

    expect(await lines(json)).toEqual([
      'item           price',
      'Paper, white   2.50',
      'Ink            9',
    ])
  })

  test('labels have values, records are a table, numbers keep their digits', async () => {
    const json =
      '{"number": 12345678901234567890, "total": 42.00, "paid": true, "seller": {"name": "Acme"}, "tags": ["a", "b"], "lines": [{"item": "Paper", "price": 2.50}, {"item": "Ink"}]}'

    expect(await lines(json)).toEqual([
      'number: 12345678901234567890',
      'total: 42.00',
      'paid: true',
      'seller:',
      '  name: Acme',
      'tags:',
      '  - a',
      '  - b',
      'lines:',
      '  item    price',
      '  Paper   2.50',
      '  Ink',
    ])
  })

  test('what does not parse is read as text', async () => {
    expect(await lines('{"a": 1,\n oops')).toEqual(['{"a": 1,', ' oops'])
  })
})

test('Markdown is read as it is written', async () => {
  const [page] = await readAll(converter, toFile('# Title\n\n- item', 'notes.md'))

  expect(page!.words.map(({ text }) => text)).toEqual(['#', 'Title', '-', 'item'])
})
