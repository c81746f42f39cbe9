import type { DocumentText } from '@recto/document-text/model'
import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

const questions: readonly Question[] = [
  { key: 'company', prompt: 'company', type: 'text' },
  { key: 'address', prompt: 'address', type: 'text' },
]

const sale = `
Invoice No : A-118    12/03/2018
Lily, white       2      24.00
Total                    24.00
Cash                     30.00
Change                    6.00
`

/** As an engine reads a photograph. */
const photographed = (document: DocumentText): DocumentText => ({
  ...document,
  pages: document.pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, origin: 'ocr' as const, confidence: 0.97 })),
  })),
})

async function answersTo(head: string, change = photographed) {
  const answers = await answerWithoutModel(change(monospacedDocument(head + sale)), questions)
  return Object.fromEntries(answers.map((answer) => [answer.key, answer]))
}

async function valuesOf(head: string, change = photographed) {
  const { company, address } = await answersTo(head, change)
  return { company: company?.value, address: address?.value }
}

describe('of what an engine read on a receipt', () => {
  test.each([
    ['(CO.RFG : 712345-W)', 'RECE IPT'],
    ['(C0,REG : 712345-W)', 'TAX INV0ICE'],
    ['TEI : O3-8733 00l0', 'TRX lNVOICE'],
  ])('“%s” and “%s” are no part of the name or of the address', async (label, title) => {
    const values = await valuesOf(
      `LIM SENG GIFTS\n${label}\n12 JALAN MELATI\n43000 KAJANG\n${title}\n`,
    )

    expect(values).toEqual({ company: 'LIM SENG GIFTS', address: '12 JALAN MELATI 43000 KAJANG' })
  })

  test('a name that is like the label of a number stays one, with a number behind it', async () => {
    const { company } = await valuesOf(`LIM SENG (712345-W)\n12 JALAN MELATI\n43000 KAJANG\n`)

    expect(company).toBe('LIM SENG')
  })

  test('letters are mended where a word proves what is meant, and the evidence says what was read', async () => {
    const { company, address } = await answersTo(`SUNR1SE CORNER SON BHD
N0.15, JALAN MELATI 2.
TAMAN SEGAR,
43000 KAJANG.
TEL: 03-87330010
`)

    expect(company).toMatchObject({
      value: 'SUNRISE CORNER SDN BHD',
      evidence: [{ quote: 'SUNR1SE CORNER SON BHD', match: 'normalised' }],
    })
    expect(address).toMatchObject({
      value: 'NO.15, JALAN MELATI 2, TAMAN SEGAR, 43000 KAJANG.',
      evidence: [{ quote: 'N0.15, JALAN MELATI 2. TAMAN SEGAR, 43000 KAJANG.' }],
    })
  })

  test('but never in a text that the file spells itself', async () => {
    const head = 'SUNR1SE CORNER\nN0.15, JALAN MELATI 2.\nTAMAN SEGAR,\n43000 KAJANG\n'

    expect(await valuesOf(head, (document) => document)).toEqual({
      company: 'SUNR1SE CORNER',
      address: 'N0.15, JALAN MELATI 2. TAMAN SEGAR, 43000 KAJANG',
    })
  })
})

describe('the head of a receipt', () => {
  test('goes on behind its title, and behind a number inside the address', async () => {
    const address = '12 JALAN MELATI,\nTAMAN SEGAR,'
    const titled = `RECEIPT\nLIM SENG\nTAX INVOICE\n${address}\n43000 KAJANG\n`
    const interrupted = `LIM SENG\n${address}\nTEL: 03-87330010\n43000 KAJANG\n`

    for (const head of [titled, interrupted]) {
      expect(await valuesOf(head)).toEqual({
        company: 'LIM SENG',
        address: '12 JALAN MELATI, TAMAN SEGAR, 43000 KAJANG',
      })
    }
  })

  test.each([
    ['SPARK', 'LIM SENG HARDWARE', 'LIM SENG HARDWARE'],
    ['THREE HARES', 'BISTRO & CAFE', 'THREE HARES'],
  ])('“%s” over “%s” names “%s”: a trade alone is no name', async (first, second, name) => {
    const { company } = await valuesOf(`${first}\n${second}\n12 JALAN MELATI\n43000 KAJANG\n`)

    expect(company).toBe(name)
  })
})
