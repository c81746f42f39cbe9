import type { Answer, Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { describeExplanation } from '../explain/describe-explanation.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

const question = (prompt: string, type: Question['type'] = 'text'): Question => ({
  key: prompt.toLowerCase().replaceAll(' ', '_'),
  prompt,
  type,
})

const answersTo = (text: string, ...questions: readonly Question[]): Promise<readonly Answer[]> =>
  answerWithoutModel(monospacedDocument(text), questions)

async function expectNull(text: string, ...questions: readonly Question[]): Promise<void> {
  for (const { key, value, evidence, explanation } of await answersTo(text, ...questions)) {
    expect({ key, value, evidence }).toEqual({ key, value: null, evidence: null })
    expect(explanation && 'missing' in explanation).toBe(true)
  }
}

const invoiceQuestions = [
  question('Total', 'number'),
  question('Net amount', 'number'),
  question('VAT amount', 'number'),
  question('Due date', 'date'),
  question('Invoice number'),
  question('Customer name'),
]

describe('null with a reason, not a guess', () => {
  test('for a document in an unknown language', async () => {
    await expectNull(
      `
Şirket: Deniz Ticaret
Fiş Tarihi: 03.04.2026
Genel Toplam: 1.200,00
Ara: 1.000,00
`,
      ...invoiceQuestions,
    )
  })

  test('for the address of somebody whose transactions stand below the name', async () => {
    await expectNull(
      `
Prairie Credit Union     Visa Signature Card
Cardholder               Dorothy M. Kowalczyk

Cardholder    Reference      Merchant
7714          24431065258    HARVEST MARKET 1104 MANKATO MN
7722          24692165263    FUEL STOP 378 ST PETER MN 56082
7714          24055235269    NORTHSTAR CLINIC NORTHFIELD MN
`,
      question('mailing address of the cardholder'),
    )
  })

  test('for a letter without labels', async () => {
    await expectNull(
      `
Dear Mira,
we met in Leeds on 4 May 2026 and again on 9 May 2026. It cost 40.00 and then 50.00.
Yours, Tom
`,
      ...invoiceQuestions,
      question('Company'),
      question('Date', 'date'),
    )
  })

  test('for a document with labels of another kind', async () => {
    await expectNull(
      `
Boarding gate: B14            Seat: 22F
Flight: RX 118                Terminal: 2
Departure: 14:05              Boarding group: 3
`,
      ...invoiceQuestions,
    )
  })

  test('for a table of 3,000 amounts', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `Part ${i + 1}     ${i % 9}     ${i}.50`)

    await expectNull(['Item     Count     Amount', ...rows].join('\n'), ...invoiceQuestions)
  })

  test('for information that the document cannot contain', async () => {
    await expectNull(
      `
Fernbrook Optics Ltd
Invoice number: FO-2219       Date: 4 May 2026
Lens cleaner      10       4.50       45.00
Total                                 45.00
`,
      question('Favourite colour'),
      question('How many line items are there?', 'number'),
      question('Name of the patient'),
      question('Expiry date of the passport', 'date'),
    )
  })

  test('for an IBAN with wrong check digits, and for a sentence beside a label', async () => {
    const [iban, method] = await answersTo(
      `
Account number: 12345678
IBAN: DE89 3704 0044 0532 0130 01
Payment: thank you for your order.
`,
      question('IBAN'),
      question('Payment method'),
    )

    expect([iban?.value, method?.value]).toEqual([null, null])
    expect(iban?.explanation && describeExplanation(iban.explanation)).toContain('DE89 3704')
  })
})

test('answers no tax for an invoice that states an exemption', async () => {
  const [tax, total] = await answersTo(
    `
FACTURE n° F-1507
Prestation                                 1 200,00
TVA non applicable, art. 293 B du CGI
Net à payer : 1 200,00 €
`,
    question('VAT amount', 'number'),
    question('Total', 'number'),
  )

  expect([tax?.value, total?.value]).toEqual([null, 1200])
  expect(tax?.explanation).toMatchObject({ missing: { kind: 'said-absent' } })
})

test('answers from the labels of a document in two languages', async () => {
  const answers = await answersTo(
    `
Rechnung / Invoice Nr. 2026-14
Rechnungsdatum / Invoice date:     7. Mai 2026
Fälligkeitsdatum / Due date:       6 June 2026
Gesamtbetrag / Total:              119,00 €
`,
    question('Invoice date', 'date'),
    question('Due date', 'date'),
    question('Total', 'number'),
  )

  expect(answers.map(({ value }) => value)).toEqual(['2026-05-07', '2026-06-06', 119])
})
