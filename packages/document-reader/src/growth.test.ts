import { ReadError } from '@recto/document-text/read-error'
import { maxGrowth, measureGrowth } from '@recto/testkit/measure-growth'
import { expect, test } from 'vitest'
import { readFlow } from './converter/read-flow.ts'
import { mailFlow } from './mail/mail-flow.ts'
import { readMail } from './mail/read-mail.ts'
import { toFile } from './testing/open-test-converter.ts'
import { packDocx, packXlsx, paragraph } from './testing/pack-office.ts'
import { typeset } from './typeset/typeset.ts'

/** Four times as large a file takes about four times as long, whatever it says. */

const parts = [
  '<!---->',
  '<a>',
  '<a ',
  '</a>',
  '<p>',
  '<li>',
  '<td>',
  '<table>',
  '<meta ',
  '&amp;',
  '&',
  '<',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '{',
  '[',
  '{"a":',
  '\n',
  '\r',
  ' ',
  'a',
  'a ',
  '- ',
  '1',
  '\\',
  '=?utf-8?Q?',
  'From: a\r\n',
  '--b\r\n',
  'a;',
  'ä',
  '\u05d0 ',
  '\u05d0 a ',
  '\u0301',
]
const kinds: Readonly<Record<string, (text: string) => Uint8Array | string>> = {
  'a.txt': (text) => text,
  'a.csv': (text) => `a,b\n${text}`,
  'a.html': (text) => `<!doctype html><body>${text}`,
  'b.html': (text) => text,
  'a.xml': (text) => `<?xml version="1.0"?><a>${text}</a>`,
  'a.json': (text) => `{"a": "${text}"}`,
  'a.eml': (text) => `From: a@b.c\r\nTo: ${text}\r\nSubject: ${text}\r\nDate: x\r\n\r\n${text}`,
  'a.docx': (text) => packDocx(paragraph(escaped(text))),
  'b.docx': (text) => packDocx(text),
  'a.xlsx': (text) =>
    packXlsx([{ name: 'S', xml: '<sheetData/>' }], { styles: `<a b="${escaped(text)}"/>` }),
}

async function read(name: string, content: Uint8Array | string): Promise<void> {
  try {
    const file = toFile(content, name)
    const mail = await readMail(file)
    await typeset(mail ? mailFlow(mail) : readFlow(file), async () => undefined)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
  }
}

test.each(Object.keys(kinds))('%s', async (name) => {
  const slow: unknown[] = []
  for (const part of parts) {
    const contentOf = (size: number) => kinds[name]?.(part.repeat(size / part.length)) ?? ''
    const growth = await measureGrowth((size) => read(name, contentOf(size)), 10_000)
    if (growth > maxGrowth) slow.push([part, growth])
  }

  expect(slow).toEqual([])
})

function escaped(text: string): string {
  return text.replace(/[<&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
