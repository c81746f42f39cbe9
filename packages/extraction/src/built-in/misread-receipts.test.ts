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

/** The document as an OCR engine reads a photograph of it. */
const asPhotographed = (document: DocumentText): DocumentText => ({
  ...document,
  pages: document.pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, origin: 'ocr' as const, confidence: 0.97 })),
  })),
})

async function answersTo(head: string, change = asPhotographed) {
  const answers = await answerWithoutModel(change(monospacedDocument(head + sale)), questions)
  return Object.fromEntries(answers.map((answer) => [answer.key, answer]))
}

async function valuesOf(head: string, change = asPhotographed) {
  const { company, address } = await answersTo(head, change)
  return { company: company?.value, address: address?.value }
}

describe('on a receipt read by an OCR engine', () => {
  test.each([
    ['(CO.RFG : 712345-W)', 'RECE IPT'],
    ['(C0,REG : 712345-W)', 'TAX INV0ICE'],
    ['TEI : O3-8733 00l0', 'TRX lNVOICE'],
  ])('“%s” and “%s” are not part of the name or the address', async (label, title) => {
    const values = await valuesOf(
      `LIM SENG GIFTS\n${label}\n12 JALAN MELATI\n43000 KAJANG\n${title}\n`,
    )

    expect(values).toEqual({ company: 'LIM SENG GIFTS', address: '12 JALAN MELATI 43000 KAJANG' })
  })

  test('a name that resembles the label of a number is still a name, also with a number after it', async () => {
    const { company } = await valuesOf(`LIM SENG (712345-W)\n12 JALAN MELATI\n43000 KAJANG\n`)

    expect(company).toBe('LIM SENG')
  })

  test('misread letters are corrected when a word proves the correction, and the evidence quotes the read text', async () => {
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

  test('the text of a digital file is never corrected', async () => {
    const head = 'SUNR1SE CORNER\nN0.15, JALAN MELATI 2.\nTAMAN SEGAR,\n43000 KAJANG\n'

    expect(await valuesOf(head, (document) => document)).toEqual({
      company: 'SUNR1SE CORNER',
      address: 'N0.15, JALAN MELATI 2. TAMAN SEGAR, 43000 KAJANG',
    })
  })
})

describe('the head of a receipt', () => {
  test('continues after its title, and after a number inside the address', async () => {
    const address = '12 JALAN MELATI,\nTAMAN SEGAR,'
    const headWithTitles = `RECEIPT\nLIM SENG\nTAX INVOICE\n${address}\n43000 KAJANG\n`
    const headWithPhone = `LIM SENG\n${address}\nTEL: 03-87330010\n43000 KAJANG\n`

    for (const head of [headWithTitles, headWithPhone]) {
      expect(await valuesOf(head)).toEqual({
        company: 'LIM SENG',
        address: '12 JALAN MELATI, TAMAN SEGAR, 43000 KAJANG',
      })
    }
  })

  test.each([
    ['SPARK', 'LIM SENG HARDWARE', 'LIM SENG HARDWARE'],
    ['THREE HARES', 'BISTRO & CAFE', 'THREE HARES'],
  ])(
    '“%s” above “%s” gives the name “%s”, because a trade alone is not a name',
    async (first, second, name) => {
      const { company } = await valuesOf(`${first}\n${second}\n12 JALAN MELATI\n43000 KAJANG\n`)

      expect(company).toBe(name)
    },
  )
})
