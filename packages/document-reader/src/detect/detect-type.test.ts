import { expect, test } from 'vitest'
import { pack, packDocx, packOdf, packPptx, packXlsx } from '../testing/pack-office.ts'
import { detectType } from './detect-type.ts'

test.each([
  ['89504e470d0a1a0a0000', 'png', 'a PNG image'],
  ['ffd8ffe000104a464946', 'jpeg', 'a JPEG image'],
  ['49492a0008000000', 'tiff', 'a TIFF image'],
  ['0000001c66747970686569630000', 'heic', 'a HEIC image'],
  ['d0cf11e0a1b11ae10000', 'unknown', 'an older Office document or an Outlook message'],
  ['504b0506000000000000', 'unknown', 'an empty ZIP archive'],
  ['4d5a90000300000004000000ffff0000', 'unknown', 'a program'],
  ['0000001c66747970617669660000', 'unknown', 'an AVIF image'],
  ['0000001c667479706d7034320000', 'unknown', 'a film'],
  ['0001020304050607', 'unknown', 'of an unknown type'],
])('%s is %s', (head, type, label) => {
  expect(detectType(Buffer.from(head, 'hex'))).toMatchObject({ type, label })
})

test.each([
  ['{\\rtf1 Hello}', 'rtf', 'a rich text document'],
  ['\n <!DOCTYPE html><p>Hi', 'html', 'an HTML page'],
  ['<!-- saved --><HTML><body>', 'html', 'an HTML page'],
  ['<?xml version="1.0"?><Invoice/>', 'xml', 'an XML document'],
  ['<cbc:ID xmlns:cbc="urn:x">7</cbc:ID>', 'xml', 'an XML document'],
  ['{"total": 42}', 'json', 'a JSON document'],
  ['[1] See the note below', 'txt', 'plain text'],
  ['Date;Amount\n2026-01-31;42,00 €\n', 'csv', 'a CSV file'],
  ['a,b,c\n1,"2,5",3\n', 'csv', 'a CSV file'],
  ['a\tb\n1\t2\n', 'tsv', 'a TSV file'],
  ['Dear Ann, welcome.\nThank you, Bob\n', 'txt', 'plain text'],
  ['From: ann@example.com\nSubject: Hi\n\nHello', 'eml', 'an email'],
  ['BMW invoice of a car\nTotal 42.00 and more\n', 'txt', 'plain text'],
  ['%PDF-1.7\n', 'pdf', 'a PDF document'],
  ['MZ Bank, statement of account\nTotal 42.00\n', 'txt', 'plain text'],
  ['ID3 and BZh are letters of this text\n', 'txt', 'plain text'],
])('%j is %s', (head, type, label) => {
  expect(detectType(Buffer.from(head))).toMatchObject({ type, label })
})

test('a PDF begins at its header, not at the junk before it', () => {
  expect(detectType(Buffer.from('junk\r\n\r\n%PDF-1.4'))).toMatchObject({ kind: 'pdf', start: 8 })
})

test('a text that is longer than the sample and cut inside a letter is still text', () => {
  expect(detectType(Buffer.from(`x${'€'.repeat(30_000)}`)).kind).toBe('text')
})

test.each([
  ['UTF-16', Buffer.from('\ufeffTotal €42', 'utf16le')],
  ['Windows-1252', Buffer.from('Caf\xe9 for \x80 4', 'latin1')],
])('%s is text', (_, bytes) => {
  expect(detectType(bytes)).toMatchObject({ kind: 'text', type: 'txt' })
})

test('the name decides among texts, and only there', () => {
  const prose = Buffer.from('# Title\n\nwords')
  const image = Buffer.from('89504e470d0a1a0a0000', 'hex')

  expect(detectType(prose, 'read.me.MD').type).toBe('md')
  expect(detectType(prose, 'list.csv').type).toBe('csv')
  expect(detectType(prose, 'picture.png').type).toBe('txt')
  expect(detectType(Buffer.from('{"a": 1}'), 'data.txt').type).toBe('json')
  expect(detectType(image, 'list.csv').type).toBe('png')
})

const contentTypes = (type: string) =>
  `<Types><Override PartName="/main.xml" ContentType="application/${type}"/></Types>`
const packWithType = (type: string) => pack({ '[Content_Types].xml': contentTypes(type) })
const openXml = 'vnd.openxmlformats-officedocument.'

test.each([
  ['a document', () => packDocx(''), 'docx'],
  ['a workbook', () => packXlsx([]), 'xlsx'],
  ['a presentation', () => packPptx([]), 'pptx'],
  ['a text document', () => packOdf('text', ''), 'odt'],
  ['a spreadsheet', () => packOdf('spreadsheet', ''), 'ods'],
  ['a slide show', () => packWithType(`${openXml}presentationml.slideshow.main+xml`), 'pptx'],
  ['a template', () => packWithType(`${openXml}wordprocessingml.template.main+xml`), 'docx'],
  [
    'a document with macros',
    () => packWithType('vnd.ms-word.document.macroEnabled.main+xml'),
    'docx',
  ],
  ['a binary workbook', () => packWithType('vnd.ms-excel.sheet.binary.macroEnabled.main'), 'xls'],
  ['an archive', () => pack({ 'readme.txt': 'xl/ and word/document.xml' }), 'zip'],
  [
    'an archive of office files',
    () => pack({ 'a.docx': packDocx(''), 'b.xlsx': packXlsx([]) }),
    'zip',
  ],
  ['a book', () => pack({ mimetype: 'application/epub+zip', 'word/a.xhtml': '<p/>' }), 'unknown'],
])('%s in a ZIP container is told by its structure', (_, make, type) => {
  expect(detectType(make())).toMatchObject({ type })
})

test('a default for endings that no part has says nothing about a workbook', () => {
  const override = contentTypes(`${openXml}spreadsheetml.sheet.main+xml`)
  const binary =
    '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>'
  const types = override.replace('<Types>', `<Types>${binary}`)

  expect(detectType(pack({ '[Content_Types].xml': types }))).toMatchObject({ type: 'xlsx' })
  // A default is all that a binary workbook may have.
  expect(
    detectType(pack({ '[Content_Types].xml': `<Types>${binary}</Types>`, 'xl/workbook.bin': 'x' })),
  ).toMatchObject({ type: 'xls' })
})

test.each([
  ['a Visio drawing', { '[Content_Types].xml': contentTypes('vnd.ms-visio.drawing.main+xml') }],
  ['an OpenDocument drawing', { mimetype: 'application/vnd.oasis.opendocument.graphics' }],
  ['a document of Apple iWork', { 'Index/Document.iwa': 'x' }],
])('%s is named, though nobody reads it', (label, parts) => {
  expect(detectType(pack(parts))).toMatchObject({ type: 'unknown', label })
})

test('what is inside the parts of an office document says nothing about it', () => {
  const workbook = packXlsx([], { parts: { 'xl/embeddings/note': 'word/document.xml' } })
  const deck = pack({
    '[Content_Types].xml': contentTypes(`${openXml}presentationml.presentation.main+xml`),
    'ppt/presentation.xml': '<p/>',
    'ppt/embeddings/sheet.xlsx': workbook,
    'ppt/media/noise.bin': Buffer.from('xl/workbook.xml word/document.xml'),
  })

  expect(detectType(deck)).toMatchObject({ type: 'pptx' })
  // The directory is at the end of a file, and not every caller has all of it.
  expect(detectType(deck.subarray(0, deck.length - 40))).toMatchObject({ type: 'pptx' })
})

test.each(['utf16le', 'utf16be'])('%s without its mark is text', (encoding) => {
  const bytes = Buffer.from('Date;Amount\n2026-01-31;42,00\n', 'utf16le')
  if (encoding === 'utf16be') bytes.swap16()

  expect(detectType(bytes)).toMatchObject({ kind: 'text', type: 'csv' })
})
