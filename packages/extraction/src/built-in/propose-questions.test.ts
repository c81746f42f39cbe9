import { expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { proposeQuestions } from './propose-questions.ts'

test('proposes a question of a suitable type for each label with a value', () => {
  const document = monospacedDocument(`
Invoice number: FO-2219              Invoice date: 4 May 2026
Contact: help@fernbrook.example      Boarding gate: B14
Total due                            £342.00
`)

  expect(proposeQuestions(document)).toEqual([
    { key: 'invoice_number', prompt: 'Invoice number', type: 'text' },
    { key: 'invoice_date', prompt: 'Invoice date', type: 'date' },
    { key: 'contact', prompt: 'Contact', type: 'email' },
    { key: 'boarding_gate', prompt: 'Boarding gate', type: 'text' },
    { key: 'total_due', prompt: 'Total due', type: 'number' },
  ])
})

test('does not read the letters and digits of an identifier as an amount with currency', () => {
  const document = monospacedDocument(`
VAT ID: ATU55667788
UID: CHE123456789
Total: EUR 342.00
Deposit: EUR 300
`)

  expect(proposeQuestions(document).map(({ prompt, type }) => [prompt, type])).toEqual([
    ['VAT ID', 'text'],
    ['UID', 'text'],
    ['Total', 'number'],
    ['Deposit', 'number'],
  ])
})

test('proposes repeated labels once, limits long lists, and proposes nothing for prose', () => {
  const repeatedLabels = monospacedDocument('Page number: 1\nPage number: 2')
  const manyFields = [...'abcdefghijklmnopqrstuvwxyz'].map(
    (letter) => `Field ${letter}${letter}: value`,
  )

  expect(proposeQuestions(repeatedLabels).map(({ key }) => key)).toEqual(['page_number'])
  expect(proposeQuestions(monospacedDocument(manyFields.join('\n')))).toHaveLength(20)
  expect(
    proposeQuestions(monospacedDocument('we met by the sea and spoke of little else')),
  ).toEqual([])
})

test('proposes no places, products, sentences, halves of a date or page numbers', () => {
  const document = monospacedDocument(`
Azure Interior
4557 De Silva St
Fremont CA 94538
Weena 664
We look forward to 2027
Amount due on August 3, 2026       $6.60

Description              Quantity      Price
Nintendo 3DS                    1     189.00
Serial: 4471
Mario Kart 7                    1      44.99

Counter                  7290
Note: We thank you for your visit and hope to see you again
Page: 1 / 1
`)

  expect(proposeQuestions(document).map(({ prompt }) => prompt)).toEqual(['Amount due', 'Counter'])
})
