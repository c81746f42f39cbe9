import { chmod, mkdtemp, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Converter, openConverter } from '../../converter/open-converter.ts'
import { toFile } from '../../testing/open-test-converter.ts'
import { type Folder, writeOle } from '../../testing/write-msg.ts'
import { listProgramPaths } from './office-program.ts'

let folder: string
let converter: Converter

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-fake-office-'))
  converter = openConverter({ searchPath: folder, timeoutSeconds: 20 })
})

afterEach(async () => {
  await converter.close()
  await rm(folder, { recursive: true })
})

/** A stand-in for LibreOffice; `$0` is its own path, and it notes where it was asked to work. */
async function installOffice(script: string): Promise<void> {
  const path = join(folder, 'soffice')
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
}

const word = toFile(writeOle({ WordDocument: Buffer.from('x') }), 'letter.doc')

async function workFolder(): Promise<string> {
  return (await readFile(join(folder, 'seen'), 'utf8')).trim()
}

test.each<[string, Folder]>([
  ['doc', { WordDocument: Buffer.from('x'), '1Table': Buffer.from('x') }],
  ['xls', { Workbook: Buffer.from('x') }],
  ['xls', { Book: Buffer.from('x') }],
  ['ppt', { 'PowerPoint Document': Buffer.from('x') }],
  ['doc', { WordDocument: Buffer.from('x'), ObjectPool: { Workbook: Buffer.from('x') } }],
])('an OLE file with the streams of %s is one', (type, streams) => {
  expect(toFile(writeOle(streams)).type.type).toBe(type)
})

test.each([
  ['an older Word document', word],
  ['a rich text document', toFile('{\\rtf1 Total}', 'letter.doc')],
])('without LibreOffice %s is refused with what to install', async (label, file) => {
  await expect(converter.toPdf(file)).rejects.toMatchObject({
    code: 'office-missing',
    message: expect.stringContaining(`“letter.doc” is ${label}. To read it, install LibreOffice`),
  })
})

test('what LibreOffice cannot convert is damaged, and nothing is left behind', async () => {
  await installOffice('pwd > "$(dirname "$0")/seen"; exit 1')

  await expect(converter.toPdf(word)).rejects.toMatchObject({ code: 'broken-file' })
  await expect(readdir(await workFolder())).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a caller who gives up ends the conversion, and nothing is left behind', async () => {
  await installOffice(
    'pwd > "$(dirname "$0")/note"; mv "$(dirname "$0")/note" "$(dirname "$0")/seen"; while true; do :; done',
  )
  const stop = new AbortController()

  const refusal = expect(converter.toPdf(word, stop.signal)).rejects.toThrow('enough')
  for await (const { filename } of watch(folder)) if (filename === 'seen') break
  stop.abort(new Error('enough'))

  await refusal
  await expect(readdir(await workFolder())).rejects.toMatchObject({ code: 'ENOENT' })
})

test('LibreOffice makes a PDF in a folder of its own, with a profile of its own', async () => {
  await installOffice(
    'pwd > "$(dirname "$0")/seen"; echo "%PDF-1.7 $* $HOME" > document.pdf; test -f document.doc',
  )

  const pdf = Buffer.from(await converter.toPdf(word)).toString()

  const work = await workFolder()
  expect(pdf).toMatch(/^%PDF-1\.7 -env:UserInstallation=file:/)
  expect(pdf).toContain(`--convert-to pdf --outdir ${work} ${work}/document.doc ${work}`)
  await expect(readdir(work)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('the program is looked for as the system does it', () => {
  expect(listProgramPaths('/usr/local/bin::bin:/usr/bin', 'linux')).toEqual([
    '/usr/local/bin/soffice',
    '/usr/bin/soffice',
    '/usr/local/bin/libreoffice',
    '/usr/bin/libreoffice',
  ])
  expect(listProgramPaths('C:\\Windows;D:\\Office', 'win32').slice(0, 3)).toEqual([
    'C:\\Windows\\soffice.exe',
    'D:\\Office\\soffice.exe',
    'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
  ])
})
