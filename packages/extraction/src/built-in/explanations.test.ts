import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { describeExplanation } from '../explain/describe-explanation.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

const question = (prompt: string, type: Question['type'] = 'text') => ({
  key: prompt,
  prompt,
  type,
})

/** Returns each value with its explanation in words, in the order of the questions. */
async function explainAnswers(text: string, ...questions: readonly Question[]) {
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return answers.map(({ value, explanation }) => [
    value,
    explanation && describeExplanation(explanation),
  ])
}

const invoice = `
Miller & Sons Ltd
12 High Street
Germany
www.miller.example

Invoice No: A-17                 Paid: yes
IBAN: DE89 3704 0044 0532 0130 00

Description      Qty    Price
Bolts             2     £10.00
Nuts              1     £90.00

Net amount     £100.00
VAT             £20.00
Total          £120.00
`

describe('the explanation of a value names', () => {
  test('its label, the sum that it adds up in, and the valid check digits', async () => {
    const explanations = await explainAnswers(
      invoice,
      question('Invoice number'),
      question('Total', 'number'),
      question('IBAN'),
    )

    expect(explanations).toEqual([
      ['A-17', 'Found after the label “Invoice No” on page 1.'],
      [
        120,
        'Found to the right of the label “Total” on page 1; by 100.00 (net) + 20.00 (tax) = 120.00 (total).',
      ],
      [
        'DE89370400440532013000',
        'Found after the label “IBAN” on page 1; the check digits of the IBAN are correct.',
      ],
    ])
  })

  test('the payment and the change that confirm the total', async () => {
    const receipt = `
SHOP

Tea              8.20
Total            8.20
Cash            10.00
Change           1.80
`

    const [[, explanation] = []] = await explainAnswers(receipt, question('Total', 'number'))

    expect(explanation).toContain('; by 10.00 (paid) − 1.80 (change) = 8.20 (total).')
  })

  test('the words that it was derived from', async () => {
    const explanations = await explainAnswers(
      invoice,
      question('Currency'),
      question('Paid', 'boolean'),
    )

    expect(explanations).toEqual([
      [
        'GBP',
        'Derived from the currency sign “£” on page 1; next to 5 of 5 amounts with a currency.',
      ],
      [true, 'Found after the label “Paid” on page 1; derived from “yes” on page 1.'],
    ])
  })

  test('its uniqueness, the signals for a name, and the headings of rows', async () => {
    const explanations = await explainAnswers(
      invoice,
      question('Website'),
      question('Seller name'),
      question('Items', 'line-item'),
    )

    expect(explanations.map(([, sentence]) => sentence)).toEqual([
      'Found as the only web address in the document.',
      'Found by its legal form, the document’s own web or email address and its position at the top of page 1.',
      'Found in rows under the headings “Description”, “Qty” and “Price” on page 1.',
    ])
  })
})

describe('the explanation of null says', () => {
  test('that there is no such label, or no suitable value beside it', async () => {
    const explanations = await explainAnswers(
      'Due date: soon\nWidth: 20',
      question('Favourite colour'),
      question('Due date', 'date'),
    )

    expect(explanations).toEqual([
      [null, 'The document has no matching label.'],
      [null, 'There is no suitable value next to the label “Due date” on page 1.'],
    ])
  })

  test('which values contradict each other', async () => {
    const explanations = await explainAnswers(
      'write to a@one.example or b@two.example',
      question('E-mail'),
    )

    expect(explanations).toEqual([
      [
        null,
        'There are several possible values, and it is unclear which one is meant: “a@one.example” and “b@two.example”.',
      ],
    ])
  })

  test('that a model is needed, or that there are no such rows, or no text', async () => {
    const explanations = [
      ...(await explainAnswers(invoice, question('Everything', 'json'))),
      ...(await explainAnswers('Hello', question('Items', 'line-item'))),
      ...(await explainAnswers('', question('Total', 'number'), question('Items', 'table'))),
    ]

    expect(explanations).toEqual([
      [null, 'A value of this type requires a model.'],
      [null, 'The document has no rows for this list.'],
      [null, 'The document has no text.'],
      [null, 'The document has no text.'],
    ])
  })
})

test('a number is given as printed, and the explanation names the unit that the heading states', async () => {
  const report = `
Example Holdings plc
Annual report
in thousands of euros        2025

Revenue                    12,450
Employees                   1,204
`
  expect(await explainAnswers(report, question('Revenue', 'number'))).toEqual([
    [
      12450,
      'Found to the right of the label “Revenue” on page 1; in the unit that “in thousands of euros 2025” states on page 1.',
    ],
  ])
})

test('a price without cents is whole, for the built-in extractor', async () => {
  const bill = `
Rechnung 2025-9
Zwischensumme      3.000,00 EUR
Endsumme           3.500,-
`
  expect(
    await explainAnswers(
      bill,
      question('Wie hoch ist die Endsumme?', 'number'),
      question('Wie hoch ist die Zwischensumme?', 'number'),
    ),
  ).toEqual([
    [3500, expect.stringContaining('“Endsumme”')],
    [3000, expect.stringContaining('“Zwischensumme”')],
  ])
})
