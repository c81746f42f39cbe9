import type { DocumentText } from '@recto/document-text/model'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

/** The text as an OCR engine reads a photograph of it. */
function photographedDocument(text: string): DocumentText {
  const document = monospacedDocument(text)
  const pages = document.pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, origin: 'ocr' as const, confidence: 0.9 })),
  }))
  return { ...document, pages }
}

async function readHead(text: string) {
  const answers = await answerWithoutModel(photographedDocument(text), [
    { key: 'company', prompt: 'company', type: 'text' },
    { key: 'address', prompt: 'address', type: 'text' },
  ])
  return answers.map(({ value }) => value)
}

describe('the head of a photographed receipt', () => {
  test('is not named after a line in lower case that describes the shop', async () => {
    const [company] = await readHead(`
        BIRCH & BARLEY
      Neighborhood Grocer
      118 N Wells Street
       Chicago IL 60610
        312-555-0175

 TOTAL              12.40
`)

    expect(company).toBe('BIRCH & BARLEY')
  })

  test('continues the name after an ampersand, and ends it with the legal form', async () => {
    const head = await readHead(`
      CHEONG SENG PAINTS &
      HARDWARE SDN. BHD.
          (77213-D)
   PTD 4412, KAMPUNG MELAYU,
   81700 PASIR GUDANG, JOHOR
       TEL : 07-251 0000

 TOTAL              12.40
`)

    expect(head).toEqual([
      'CHEONG SENG PAINTS & HARDWARE SDN. BHD.',
      'PTD 4412, KAMPUNG MELAYU, 81700 PASIR GUDANG, JOHOR',
    ])
  })

  test('has a postcode of digits and street names of letters, whatever was misread', async () => {
    const [, address] = await readHead(`
        WONG KEE NOODLES
   N0. 12, L0RONG BAHAGIA,
   1O400 GEORGETOWN, PENANG
      H/P : 012-4000000

 TOTAL              12.40
`)

    expect(address).toBe('NO. 12, LORONG BAHAGIA, 10400 GEORGETOWN, PENANG')
  })
})
