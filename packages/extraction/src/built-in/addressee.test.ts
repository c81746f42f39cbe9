import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

const questions: readonly Question[] = [
  { key: 'customer', prompt: 'name of the customer', type: 'text' },
  { key: 'customer_address', prompt: 'address of the customer', type: 'text' },
  { key: 'sender', prompt: 'Who sent the letter?', type: 'text' },
  { key: 'sender_address', prompt: 'address of the sender', type: 'text' },
]

async function valuesOf(text: string) {
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return Object.fromEntries(answers.map(({ key, value }) => [key, value]))
}

describe('the addressee of a document without a label for it', () => {
  test('is null on a receipt, and when there is only one block', async () => {
    const receipt = await valuesOf(`
   Corner Shop
  5 Hill Street
 Leeds LS1 4AB

    RECEIPT
 Total   4.00
`)
    const singleBlock = await valuesOf(`
REPORT 2026



Corner Shop
5 Hill Street
Leeds LS1 4AB
`)

    expect(receipt.customer).toBe(null)
    expect(singleBlock).toEqual({
      customer: null,
      customer_address: null,
      sender: null,
      sender_address: null,
    })
  })

  test('is the block with a form of address; the other one at the top is the sender', async () => {
    const values = await valuesOf(`
Kasse der Handwerker
Leistungsabteilung
Postfach 11 40
80331 München

                                        Herrn
                                        Dr. Ulrich Sommer
                                        Birkenweg 8
                                        82110 Germering

Ihr Antrag vom 4. Mai
`)

    expect(values).toEqual({
      customer: 'Dr. Ulrich Sommer',
      customer_address: 'Birkenweg 8 82110 Germering',
      sender: 'Kasse der Handwerker',
      sender_address: 'Postfach 11 40 80331 München',
    })
  })

  test('is the block that is not the seller’s, below a heading in unknown words', async () => {
    const values = await valuesOf(`
                              Ashdown Joinery
                              Craftsmen since 1974

Ashdown Joinery · 4 Mill Lane · Leeds LS1 4AB

Reckoning party
Brightwell Supplies Ltd
117a Canal Walk
Manchester M2 5DB

Tel. 0113 496 0000   post@ashdown-joinery.example
`)

    expect(values).toEqual({
      customer: 'Brightwell Supplies Ltd',
      customer_address: '117a Canal Walk Manchester M2 5DB',
      sender: 'Ashdown Joinery',
      sender_address: '4 Mill Lane · Leeds LS1 4AB',
    })
  })
})
