import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pageText } from '@recto/document-text/page-lines'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawPdf, write } from './testing/draw-pdf.ts'
import { writeOle } from './testing/write-msg.ts'

const reader = openReader({ threads: 1 })
let folder: string
let callFile: string

/** Installs a stand-in for LibreOffice that converts everything to the same PDF, and notes each time. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-fake-office-'))
  callFile = join(folder, 'calls')
  const pdf = await drawPdf((drawing) => {
    write(drawing.fontSize(12), 'first page', 50, 50)
    drawing.addPage()
    write(drawing.fontSize(12), 'second page', 50, 50)
  })
  await writeFile(join(folder, 'converted.pdf'), pdf)
  const program = join(folder, 'soffice')
  const convert = `echo call >> "${callFile}"; cp "${folder}/converted.pdf" "$8/document.pdf"`
  await writeFile(program, `#!/bin/sh\n${convert}\n`)
  await chmod(program, 0o755)
  process.env.PATH = `${folder}:${process.env.PATH}`
})
afterAll(async () => {
  await reader.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => writeFile(callFile, ''))

const countCalls = async () => (await readFile(callFile, 'utf8')).split('\n').length - 1

const letter = writeOle({ WordDocument: Buffer.from('x') })
const mail = Buffer.from(
  [
    'From: Ann <ann@example.com>',
    'Subject: papers',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'See the letter.',
    '--x',
    'Content-Type: application/msword',
    'Content-Disposition: attachment; filename="letter.doc"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(letter).toString('base64'),
    '--x--',
  ].join('\r\n'),
)

test('an older office document in a mail is converted once to be read', async () => {
  const { pages, warnings = [] } = await reader.read(mail, { name: 'papers.eml' })

  expect(warnings).toEqual([])
  expect(pages.slice(1).map((page) => [page.title, pageText(page).trim()])).toEqual([
    ['letter.doc', 'first page'],
    ['letter.doc', 'second page'],
  ])
  expect(await countCalls()).toBe(1)
})

test('an older office document in a mail is converted once to be drawn', async () => {
  const drawing = await reader.drawPage(mail, { name: 'papers.eml', page: 2, width: 200 })

  expect(drawing.mimeType).toBe('image/png')
  expect(await countCalls()).toBe(1)
})
