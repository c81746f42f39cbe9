import { openReader } from '@recto/document-reader/open-reader'
import type { Reader } from '@recto/document-text/reader'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentFields, openRealisticKinds, type RealisticKind } from './realistic-documents.ts'

let reader: Reader
let kinds: readonly RealisticKind[]

beforeAll(async () => {
  reader = openReader({ threads: 1 })
  kinds = await openRealisticKinds()
})
afterAll(() => reader.close())

describe('the realistic documents', () => {
  test('are twelve: PDFs of one to four pages, office files, a mail and a photograph', () => {
    expect(kinds.map(({ extension }) => extension).toSorted()).toEqual(
      [...Array(8).fill('pdf'), 'docx', 'xlsx', 'eml', 'jpg'].toSorted(),
    )
    expect(kinds.flatMap(({ pages }) => pages ?? []).toSorted()).toEqual([1, 1, 1, 1, 1, 2, 3, 4])
  })

  test('the same number gives the same bytes, another number others', async () => {
    for (const { name, write } of kinds) {
      const firstFile = await write('1234567')
      const repeatedFile = await write('1234567')
      const otherFile = await write('1234568')
      expect(Buffer.from(firstFile).equals(repeatedFile), name).toBe(true)
      expect(Buffer.from(firstFile).equals(otherFile), name).toBe(false)
    }
  })

  test('the reader and the extractor find the values of each', async () => {
    for (const { name, extension, pages, write, valuesOf } of kinds) {
      const text = await reader.read(await write('7398465'), { name: `document.${extension}` })
      const answers = await answerWithoutModel(text, documentFields)
      const values = Object.fromEntries(answers.map(({ key, value }) => [key, value]))
      expect(values, name).toEqual(valuesOf('7398465'))
      if (pages !== undefined) expect(text.pages, name).toHaveLength(pages)
    }
  })

  test('the payment codes name the invoice and its total', async () => {
    const codes = kinds.filter(({ name }) => name.startsWith('payment code'))
    expect(codes).toHaveLength(2)
    for (const { write, valuesOf } of codes) {
      const { values } = await reader.readEmbedded(await write('1000001'))
      const { total, invoice_number } = valuesOf('1000001')
      expect(values.map(({ value }) => Number(value))).toContain(total)
      expect(values.map(({ value }) => value)).toContain(invoice_number)
    }
  })
})
