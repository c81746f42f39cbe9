import { afterAll, describe, expect, test } from 'vitest'
import { openConverter } from '../converter/open-converter.ts'
import { readAll, readLines, toFile } from '../testing/open-test-converter.ts'
import { pack, packDocx, packPptx, packXlsx, paragraph, shape } from '../testing/pack-office.ts'
import { writeOle } from '../testing/write-msg.ts'

const converter = openConverter()
afterAll(() => converter.close())

const lines = (bytes: Uint8Array) => readLines(converter, toFile(bytes))

describe('hostile office files', () => {
  test('a document that unpacks to a thousand times its size is not opened', async () => {
    const bomb = Buffer.from(packDocx(paragraph('0'.repeat(500_000))))
    const entry = bomb.lastIndexOf('word/document.xml') - 46
    bomb.writeUInt32LE(200_000_000, entry + 24)

    await expect(lines(bomb)).rejects.toMatchObject({ code: 'too-large' })
  })

  test('a member that is larger than its directory says is damage', async () => {
    const liar = Buffer.from(packDocx(paragraph('a'.repeat(5000))))
    const entry = liar.lastIndexOf('word/document.xml') - 46
    liar.writeUInt32LE(100, entry + 24)

    await expect(lines(liar)).rejects.toMatchObject({ code: 'broken-file' })
  })

  test('a document that is cut off is damaged', async () => {
    const whole = packDocx(paragraph('Total 42'))

    await expect(lines(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'broken-file',
    })
  })

  test('a document without its main part is damaged', async () => {
    await expect(lines(pack({ 'word/styles.xml': '<x/>' }))).rejects.toMatchObject({
      code: 'broken-file',
      message: expect.stringContaining('word/document.xml'),
    })
  })

  test('an encrypted document is refused for its password', async () => {
    const file = toFile(writeOle({ EncryptedPackage: Buffer.from('x') }))

    expect(file.type.label).toBe('a password-protected Office document')
    await expect(readAll(converter, file)).rejects.toMatchObject({ code: 'password-needed' })
  })

  test('what is nested without end is refused', async () => {
    await expect(lines(packDocx('<w:sdt>'.repeat(100_000)))).rejects.toMatchObject({
      code: 'too-large',
    })
  })

  test('two cells at the ends of the largest sheet are two small rows', async () => {
    const xml =
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>'

    expect(await lines(packXlsx([{ name: 'Far', xml }]))).toEqual(['Far', '1', '    2'])
  })
})

describe('Word', () => {
  test('paragraphs, tabs, breaks and entities are kept; deleted and hidden text is not', async () => {
    const body = [
      paragraph('Invoice &amp; terms'),
      '<w:p><w:r><w:t>Number:</w:t><w:tab/><w:t>RE-7</w:t><w:br/><w:t>Second line</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>Your sign:</w:t><w:tab/><w:tab/><w:t>AB</w:t></w:r></w:p>',
      '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>',
      '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>',
    ]

    expect(await lines(packDocx(body.join('')))).toEqual([
      'Invoice & terms',
      'Number:      RE-7',
      'Second line',
      'Your sign:   AB',
      'new',
      'link',
    ])
  })

  test('the cells of a table stand in columns, merged ones over several', async () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
    const table = `<w:tbl><w:tr>${cell('Item')}${cell('Price')}${cell('Sum')}</w:tr><w:tr>${cell('Paper')}${cell('2.00')}${cell('4.00')}</w:tr><w:tr>${cell('A total over two', '<w:gridSpan w:val="2"/>')}${cell('4.00')}</w:tr></w:tbl>`

    expect(await lines(packDocx(table))).toEqual([
      'Item    Price      Sum',
      'Paper   2.00       4.00',
      'A total over two   4.00',
    ])
  })

  test('lists are numbered as the document counts them', async () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num>'
    const item = (text: string, level: number) =>
      paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="5"/></w:numPr>`)
    const body = item('one', 0) + item('deep', 1) + item('deeper', 1) + item('two', 0)

    expect(await lines(packDocx(body, { numbering }))).toEqual([
      '1. one',
      '  1.a) deep',
      '  1.b) deeper',
      '2. two',
    ])
  })

  test('headers, text boxes, notes and check boxes are read once each', async () => {
    const box = (name: string) =>
      `<mc:${name}><wps:txbx><w:txbxContent>${paragraph('In a box')}</w:txbxContent></wps:txbx></mc:${name}>`
    const body = [
      `<w:p><w:r><w:t>Text</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
      `<w:p><w:r><mc:AlternateContent>${box('Choice')}${box('Fallback')}</mc:AlternateContent></w:r></w:p>`,
      '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar><w:instrText>FORMCHECKBOX</w:instrText><w:t>Paid</w:t><w:sym w:font="Wingdings" w:char="F0A8"/><w:sym w:char="2612"/></w:r></w:p>',
      '<w:sectPr><w:headerReference r:id="rId1"/></w:sectPr>',
    ]
    const parts = {
      header: paragraph('Acme Ltd'),
      footnotes: `<w:footnote w:id="2">${paragraph('See terms')}</w:footnote>`,
    }

    expect(await lines(packDocx(body.join(''), parts))).toEqual([
      'Acme Ltd',
      'Text [1]',
      'In a box',
      '[X] Paid [ ] [X]',
      '[1] See terms',
    ])
  })

  test('pages break where the document says so', async () => {
    const body = `${paragraph('one')}<w:p><w:r><w:br w:type="page"/><w:lastRenderedPageBreak/><w:t>two</w:t></w:r></w:p>`

    const pages = await readAll(converter, toFile(packDocx(body)))

    expect(pages.map(({ words }) => words.map(({ text }) => text))).toEqual([['one'], ['two']])
  })
})

describe('Excel', () => {
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="#,##0.00 &quot;EUR&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="170"/></cellXfs>'

  test('cells are read as they are shown', async () => {
    const xml = `<sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Amount</t></is></c></row>
      <row r="2"><c r="A2" s="1"><v>46053</v></c><c r="B2" s="3"><v>1234.5</v></c></row>
      <row r="3"><c r="A3" s="2"><v>0.1234</v></c><c r="B3"><v>4006381333931</v></c></row>
      <row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4"><f>SUM(B2:B3)</f></c></row>
    </sheetData>`
    const strings = '<si><r><t>Da</t></r><r><t>te</t></r><rPh><t>x</t></rPh></si>'

    expect(await lines(packXlsx([{ name: 'May', xml }], { styles, strings }))).toEqual([
      'May',
      'Date         Amount',
      '2026-01-31   1,234.50 EUR',
      '12.34%       4006381333931',
      'TRUE         =SUM(B2:B3)',
    ])
  })

  test('a day keeps its meaning, however the order of its digits is set', async () => {
    const formats =
      '<numFmts><numFmt numFmtId="170" formatCode="m/d/yy h:mm"/><numFmt numFmtId="171" formatCode="dd.mm.yyyy"/></numFmts><cellXfs><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="15"/></cellXfs>'
    const xml =
      '<sheetData><row r="1"><c r="A1"><v>46024</v></c></row><row r="2"><c r="A2" s="1"><v>46024.5</v></c></row><row r="3"><c r="A3" s="2"><v>46024</v></c></row><row r="4"><c r="A4" s="3"><v>46024</v></c></row></sheetData>'

    expect(await lines(packXlsx([{ name: 'May', xml }], { styles: formats }))).toEqual([
      'May',
      '2026-01-02',
      '2026-01-02 12:00',
      '02.01.2026',
      '2-Jan-26',
    ])
  })

  test('every visible sheet is a page with its name; what is hidden is left out', async () => {
    const cells = (text: string) =>
      `<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="str"><v>${text}</v></c><c r="B1"><v>7</v></c></row><row r="2" hidden="1"><c r="A2"><v>8</v></c></row></sheetData>`
    const book = packXlsx([
      { name: 'One', xml: cells('first'), state: 'show' },
      { name: 'Secret', xml: cells('hidden'), state: 'hidden' },
      { name: 'Two', xml: cells('second') },
    ])

    const pages = await readAll(converter, toFile(book))

    expect(pages.map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(pages.map(({ words }) => words.map(({ text }) => text))).toEqual([
      ['One', 'first'],
      ['Two', 'second'],
    ])
  })

  test('a heading alone in its row does not widen the first column; empty rows are one blank line', async () => {
    const xml =
      '<sheetData><row r="1"><c r="A1" t="str"><v>A long heading of the sheet</v></c></row><row r="5"><c r="A5"><v>1</v></c><c r="C5"><v>2</v></c></row></sheetData>'

    expect(await lines(packXlsx([{ name: 'S', xml }]))).toEqual([
      'S',
      'A long heading of the sheet',
      '1   2',
    ])
  })

  test('notes on cells follow the table', async () => {
    const xml = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
    const parts = {
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="urn:x/comments" Target="../comments1.xml"/></Relationships>',
      'xl/comments1.xml':
        '<comments><commentList><comment ref="A1"><text><t>Checked</t></text></comment></commentList></comments>',
    }

    expect(await lines(packXlsx([{ name: 'S', xml }], { parts }))).toEqual([
      'S',
      '1',
      'Note on A1: Checked',
    ])
  })
})

describe('PowerPoint', () => {
  test('each slide is one page from top to bottom, its title first, its notes last', async () => {
    const slides = [
      shape(['below'], { y: 3_000_000 }) +
        shape(['right'], { x: 5_000_000, y: 1_000_000 }) +
        shape(['left'], { y: 1_010_000 }) +
        shape(['The title'], { type: 'title', y: 9_000_000 }),
      shape(['Last']),
    ]
    const parts = {
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="urn:x/notesSlide" Target="../notesSlides/n1.xml"/></Relationships>',
      'ppt/notesSlides/n1.xml': `<p:notes><p:cSld><p:spTree>${shape(['Say hello'], { type: 'body' })}</p:spTree></p:cSld></p:notes>`,
    }

    const pages = await readAll(converter, toFile(packPptx(slides, parts)))

    const texts = pages.map(({ words }) => words.map(({ text }) => text).join(' '))
    expect(texts).toEqual(['The title left right below Notes: Say hello', 'Last'])
    expect(pages[0]!.title).toBe('The title')
  })

  test('a table on a slide keeps its columns', async () => {
    const cell = (text: string) =>
      `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
    const table = `<p:graphicFrame><a:graphic><a:tbl><a:tr>${cell('Quarter')}${cell('Sales')}</a:tr><a:tr>${cell('Q1')}${cell('10')}</a:tr></a:tbl></a:graphic></p:graphicFrame>`

    expect(await lines(packPptx([table]))).toEqual(['Quarter   Sales', 'Q1        10'])
  })

  test('a slide without text is still a page, and a long one stays one', async () => {
    const long = shape(Array.from({ length: 100 }, (_, i) => `line ${i}`))

    const pages = await readAll(converter, toFile(packPptx(['', long])))

    expect(pages.map(({ lines }) => lines.length)).toEqual([0, 100])
  })
})
