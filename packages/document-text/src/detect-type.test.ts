import { expect, test } from 'vitest'
import { detectType } from './detect-type.ts'

test.each([
  ['89504e470d0a1a0a0000', 'a PNG image'],
  ['ffd8ffe000104a464946', 'a JPEG image'],
  ['49492a0008000000', 'a TIFF image'],
  ['d0cf11e0a1b11ae10000', 'an older Office document or an Outlook message'],
  ['504b0506000000000000', 'of an unknown type'],
])('%s is %s', (head, label) => {
  expect(detectType(Buffer.from(head, 'hex')).label).toBe(label)
})

test.each([
  ['PK\x03\x04......[Content_Types].xml....word/document.xml', 'a Word document'],
  ['PK\x03\x04......readme.txt', 'a ZIP archive'],
  ['PK\x03\x04......invoice.pdf%PDF-1.7', 'a ZIP archive'],
  ['\n <!DOCTYPE html><p>Hi', 'an HTML page'],
  ['<?xml version="1.0"?><Invoice/>', 'an XML document'],
  ['Date;Amount\n2026-01-31;42,00 €\n', 'plain text'],
  ['%PDF-1.7\n', 'a PDF document'],
])('%j is %s', (head, label) => {
  expect(detectType(Buffer.from(head)).label).toBe(label)
})

test('a PDF begins at its header, not at the junk before it', () => {
  expect(detectType(Buffer.from('junk\r\n\r\n%PDF-1.4'))).toMatchObject({ kind: 'pdf', start: 8 })
})

test('a text that is longer than the sample and cut inside a letter is still text', () => {
  expect(detectType(Buffer.from(`x${'€'.repeat(3000)}`)).kind).toBe('text')
})
