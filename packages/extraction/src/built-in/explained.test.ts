import type { Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { sayExplanation } from '../explain/say-explanation.ts'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

const question = (prompt: string, type: Question['type'] = 'text') => ({
  key: prompt,
  prompt,
  type,
})

/** What is said of each answer, by its question. */
async function sentences(text: string, ...questions: readonly Question[]) {
  const answers = await answerWithoutModel(monospacedDocument(text), questions)
  return answers.map(({ value, explanation }) => [
    value,
    explanation && sayExplanation(explanation),
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

describe('a value says', () => {
  test('beside which label it stands, in which sum, and that its check digits agree', async () => {
    const said = await sentences(
      invoice,
      question('Invoice number'),
      question('Total', 'number'),
      question('IBAN'),
    )

    expect(said).toEqual([
      ['A-17', 'Found after the label “Invoice No” on page 1.'],
      [
        120,
        'Found to the right of the label “Total” on page 1; by 100.00 (net) + 20.00 (tax) = 120.00 (total).',
      ],
      [
        'DE89370400440532013000',
        'Found after the label “IBAN” on page 1; the check digits of the IBAN agree.',
      ],
    ])
  })

  test('what was paid and given back, where that tells the total', async () => {
    const receipt = `
SHOP

Tea              8.20
Total            8.20
Cash            10.00
Change           1.80
`

    const [[, said] = []] = await sentences(receipt, question('Total', 'number'))

    expect(said).toContain('; by 10.00 (paid) − 1.80 (change) = 8.20 (total).')
  })

  test('from which words it was derived', async () => {
    const said = await sentences(invoice, question('Currency'), question('Paid', 'boolean'))

    expect(said).toEqual([
      [
        'GBP',
        'Derived from the currency sign “£” on page 1; beside 5 of 5 amounts with a currency.',
      ],
      [true, 'Found after the label “Paid” on page 1; derived from “yes” on page 1.'],
    ])
  })

  test('that it is the only one, what tells of a name, and under which headings rows stand', async () => {
    const said = await sentences(
      invoice,
      question('Website'),
      question('Seller name'),
      question('Items', 'line-item'),
    )

    expect(said.map(([, sentence]) => sentence)).toEqual([
      'Found as the only web address in the document.',
      'Found by its legal form, the document’s own web or e-mail address and its place at the top of page 1.',
      'Found in rows under the headings “Description”, “Qty” and “Price” on page 1.',
    ])
  })
})

describe('nothing says', () => {
  test('that no label names what is asked, or that nothing beside it can be the value', async () => {
    const said = await sentences(
      'Due date: soon\nWidth: 20',
      question('Favourite colour'),
      question('Due date', 'date'),
    )

    expect(said).toEqual([
      [null, 'The document has no label of this kind.'],
      [null, 'Nothing beside the label “Due date” on page 1 can be such a value.'],
    ])
  })

  test('which of several contradict each other', async () => {
    const said = await sentences('write to a@one.example or b@two.example', question('E-mail'))

    expect(said).toEqual([
      [
        null,
        'There are several, and nothing tells which is meant: “a@one.example” and “b@two.example”.',
      ],
    ])
  })

  test('that a model is needed, that there are no such rows, and that there is no text', async () => {
    const said = [
      ...(await sentences(invoice, question('Everything', 'json'))),
      ...(await sentences('Hello', question('Items', 'line-item'))),
      ...(await sentences('', question('Total', 'number'), question('Items', 'table'))),
    ]

    expect(said).toEqual([
      [null, 'A value of this type needs a model.'],
      [null, 'The document has no rows of such a list.'],
      [null, 'The document has no text.'],
      [null, 'The document has no text.'],
    ])
  })
})
