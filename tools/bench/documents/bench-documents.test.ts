import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReader } from '@recto/document-reader/open-reader'
import { layoutText } from '@recto/document-text/layout/layout-text'
import type { Reader } from '@recto/document-text/reader'
import { receivedCall } from '@recto/testkit/canned-model/received-call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openRealisticKinds,
  type RealisticKind,
} from '../../realistic-documents/realistic-documents.ts'
import { openDocuments } from './bench-documents.ts'
import { changePixels } from './change-pixels.ts'
import { folderCorpus, readFolder } from './folder-corpus.ts'
import { reply } from './reply.ts'

let reader: Reader
let kinds: readonly RealisticKind[]

beforeAll(async () => {
  reader = openReader({ threads: 1 })
  kinds = await openRealisticKinds()
})
afterAll(() => reader.close())

async function openTestFolder(files: Readonly<Record<string, Uint8Array | string>>) {
  const path = await mkdtemp(join(tmpdir(), 'recto-documents-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/** Returns the text that a file states, without OCR of its images. */
async function textOf(content: Uint8Array | string, name: string): Promise<string> {
  const document = await reader.read(content as Uint8Array, { name, mode: 'native_text' })
  return layoutText(document).text
}

test('a folder that does not exist, or has no document, is refused with its name', async () => {
  await using folder = await openTestFolder({ 'truth.json': '{}', 'README.md': '# No document' })

  await expect(openDocuments(join(folder.path, 'absent'))).rejects.toThrow(
    /There is no folder “.*absent”/,
  )
  await expect(openDocuments(folder.path)).rejects.toThrow(/“.*” has no document/)
})

test('the documents of a folder come in turn, each copy other bytes and the same text', async () => {
  const namedFiles = await Promise.all(
    kinds
      .filter(({ extension }) => extension !== 'jpg')
      .map(
        async ({ write, extension }, i) => [`${i}.${extension}`, await write('1000001')] as const,
      ),
  )
  await using folder = await openTestFolder({ ...Object.fromEntries(namedFiles), 'a.json': '{}' })
  const files = readFolder(folder.path)
  const corpus = folderCorpus(files)

  expect(files).toHaveLength(namedFiles.length)
  for (let number = 0; number < files.length; number++) {
    const first = await corpus.fileOf(number)
    const second = await corpus.fileOf(number + files.length)
    expect(corpus.nameOf(number)).toBe(corpus.nameOf(number + files.length))
    expect(first.name).not.toBe(second.name)
    expect(Buffer.from(first.content).equals(Buffer.from(second.content)), first.name).toBe(false)
    expect(await textOf(second.content, second.name)).toBe(await textOf(first.content, first.name))
  }
})

test('copies of a document that nobody knows have to be answered alike', async () => {
  await using folder = await openTestFolder({ 'a.pdf': await kinds[0]!.write('1000001') })
  const corpus = folderCorpus(readFolder(folder.path))

  expect(corpus.isRight(0, 'total', 12)).toBe(true)
  expect(corpus.isRight(1, 'total', 12)).toBe(true)
  expect(corpus.isRight(2, 'total', 13)).toBe(false)
  expect(corpus.mayFail(0, false)).toBe(true)
  expect(corpus.mayFail(1, true)).toBe(false)
})

test('the canned model reads the number, the date and the total of each document', async () => {
  const readable = kinds.filter(({ extension }) => extension !== 'jpg')
  for (const { name, extension, write, valuesOf } of readable) {
    const text = await textOf(await write('1000001'), `document.${extension}`)
    const ask = (subject: string) =>
      reply(
        receivedCall({ prompt: `Question: What is the ${subject}?\n\nDocument:\n-----\n${text}` }),
      )

    expect(ask('invoice number'), name).toBe(valuesOf('1000001').invoice_number)
    expect(ask('invoice date'), name).toMatch(/2026/)
    expect(ask('total amount'), name).toMatch(/\d[.,]\d\d$/)
  }
})

test('the canned model says NA about a document that holds no answer', () => {
  const prompt = 'Question: What is the total amount?\n\nDocument:\n-----\nDear Ms Venn,\n-----'
  expect(reply(receivedCall({ prompt }))).toBe('NA')
})

test('each image of a PDF gets another pixel for each number, and the text and the length stay', async () => {
  const pdfs = kinds.filter(({ extension }) => extension === 'pdf')
  let images = 0
  for (const { name, write } of pdfs) {
    const file = await write('1000001')
    const first = await changePixels(file, 1)
    const second = await changePixels(file, 2)
    images += first.images

    expect(first.changedImages, name).toBe(first.images)
    expect(first.bytes.length, name).toBe(file.length)
    if (first.images > 0) {
      expect(Buffer.from(first.bytes).equals(file), name).toBe(false)
      expect(Buffer.from(first.bytes).equals(second.bytes), name).toBe(false)
    }
    expect(await textOf(first.bytes, 'a.pdf'), name).toBe(await textOf(file, 'a.pdf'))
  }
  expect(images).toBeGreaterThan(5)
})
