import { expect, test } from 'vitest'
import { detectType } from './detect-type.ts'

test.each([
  ['89504e470d0a1a0a0000', 'png', 'a PNG image'],
  ['ffd8ffe000104a464946', 'jpeg', 'a JPEG image'],
  ['49492a0008000000', 'tiff', 'a TIFF image'],
  ['0000001c66747970686569630000', 'heic', 'a HEIC image'],
  ['d0cf11e0a1b11ae10000', 'unknown', 'an older Office document or an Outlook message'],
  ['504b0506000000000000', 'unknown', 'of an unknown type'],
  ['4d5a90000300000004000000ffff0000', 'unknown', 'of an unknown type'],
])('%s is %s', (head, type, label) => {
  expect(detectType(Buffer.from(head, 'hex'))).toMatchObject({ type, label })
})

test.each([
  ['PK\x03\x04......[Content_Types].xml....word/document.xml', 'docx', 'a Word document'],
  ['PK\x03\x04......[Content_Types].xml....xl/workbook.xml', 'xlsx', 'an Excel workbook'],
  [
    'PK\x03\x04..mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    'ods',
    'an OpenDocument spreadsheet',
  ],
  ['PK\x03\x04......readme.txt', 'zip', 'a ZIP archive'],
  ['PK\x03\x04......invoice.pdf%PDF-1.7', 'zip', 'a ZIP archive'],
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
