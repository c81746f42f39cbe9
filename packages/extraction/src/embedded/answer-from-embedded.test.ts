import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import type { Evidence, Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerFromEmbedded } from './answer-from-embedded.ts'

const place = { attachment: 'factur-x.xml' }
const value = (term: string, name: string, text: string, kind: EmbeddedValue['kind'] = 'text') =>
  ({ source: 'factur-x', name, term, kind, value: text, place }) as const
const data: EmbeddedData = {
  values: [
    value('BT-1', 'ExchangedDocument/ID', 'RE-77'),
    value('BT-2', 'IssueDateTime', '2026-03-04', 'date'),
    value('BT-27', 'SellerTradeParty/Name', 'Nordwind GmbH'),
    value('BT-44', 'BuyerTradeParty/Name', 'Contoso AG'),
    value('BT-31', 'SellerTradeParty/SpecifiedTaxRegistration/ID', 'DE123456789'),
    value('BT-84', 'IBANID', 'DE89370400440532013000'),
    value('BT-109', 'TaxBasisTotalAmount', '100.00', 'number'),
    value('BT-110', 'TaxTotalAmount', '19.00', 'number'),
    value('BT-112', 'GrandTotalAmount', '119.00', 'number'),
    value('BT-115', 'DuePayableAmount', '109.00', 'number'),
  ],
  problems: [],
}
const document = monospacedDocument(
  [
    'Nordwind GmbH',
    'Invoice No: RE-77        Date: 04.03.2026',
    'Net amount               100,00 EUR',
    'VAT 19 %                  19,00 EUR',
    'Total                    119,00 EUR',
    'IBAN: DE89 3704 0044 0532 0130 00',
  ].join('\n'),
)

const questionOf = (key: string, prompt: string, type: Question['type'] = 'text'): Question => ({
  key,
  prompt,
  type,
})
const answer = async (question: Question, givenData = data, print = document) =>
  (await answerFromEmbedded(print, givenData, [question]))[0]

const placesOf = (answer: { readonly evidence: unknown } | undefined) =>
  (answer?.evidence ?? []) as readonly Evidence[]

describe('questions that the data does not plainly answer are left alone', () => {
  test.each([
    questionOf('lines', 'List the line items', 'line-item'),
    questionOf('total', 'What is the total number of line items?', 'number'),
    questionOf('total', 'What is the total in words?'),
    questionOf('total', 'What is the average total of all invoices?', 'number'),
    questionOf('summary', 'Summarise the invoice'),
    questionOf('field_1', 'What is the colour of the letterhead?'),
    questionOf('date', 'What is the date of the meeting?', 'date'),
    questionOf('buyer_iban', 'What is the IBAN of the buyer?'),
    questionOf('total', 'What is the due date?', 'number'),
    questionOf('is_paid', 'Is the invoice paid?', 'boolean'),
    questionOf('total', 'What is the total? Convert it to dollars.', 'number'),
    questionOf('name', 'What is the name?'),
    questionOf('tax_included', 'Is tax included?'),
    questionOf('tax_included', 'Is tax included?', 'boolean'),
  ])('$key: $prompt', async (question) => {
    expect(await answer(question)).toBeUndefined()
  })
})

describe('a party is recognized however the question refers to it', () => {
  const seller = 'Nordwind GmbH'
  const buyer = 'Contoso AG'
  test.each([
    ['What is the name of the customer that the invoice is addressed to?', buyer],
    ['Who is being billed?', buyer],
    ['Who has to pay this invoice?', buyer],
    ['Name des Kunden', buyer],
    ['An wen ist die Rechnung gerichtet?', buyer],
    ['À qui la facture est-elle adressée ?', buyer],
    ['¿A nombre de quién está la factura?', buyer],
    ['A chi è intestata la fattura?', buyer],
    ['Who issued it?', seller],
    ['Which company is billing us?', seller],
    ['Wer hat die Rechnung ausgestellt?', seller],
    ["Nom de l'émetteur de la facture", seller],
    ['Empresa emisora: nombre del proveedor', seller],
  ] as const)('%s', async (prompt, expectedName) => {
    expect((await answer(questionOf('field_1', prompt)))?.value).toBe(expectedName)
  })

  test.each([
    'What is the name of the insurance of the customer?',
    'Who is the lawyer of the company that issued the invoice?',
    'Name des Fahrers beim Kunden',
  ])('but not a person or company of theirs: %s', async (prompt) => {
    expect(await answer(questionOf('field_1', prompt))).toBeUndefined()
  })
})

describe('what the data says is the answer, whatever words ask for it', () => {
  test.each([
    [questionOf('invoice_number', 'What is the invoice number?'), 'RE-77', 'ExchangedDocument/ID'],
    [
      questionOf('invoiceNo', 'Which number does the invoice have? Return it only.'),
      'RE-77',
      'ExchangedDocument/ID',
    ],
    [questionOf('f1', 'Rechnungsnummer'), 'RE-77', 'ExchangedDocument/ID'],
    [questionOf('date', 'When was it issued?', 'date'), '2026-03-04', 'IssueDateTime'],
    [
      questionOf('f2', 'What is the total amount including tax?', 'number'),
      119,
      'GrandTotalAmount',
    ],
    [
      questionOf('total_amount', 'The total amount. If there is none, answer NA.', 'number'),
      119,
      'GrandTotalAmount',
    ],
    [questionOf('total', 'What is the total, tax included?', 'number'), 119, 'GrandTotalAmount'],
    [
      questionOf('total', 'What is the total to pay, tax included?', 'number'),
      109,
      'DuePayableAmount',
    ],
    [questionOf('amount_due', 'Which amount is due?', 'number'), 109, 'DuePayableAmount'],
    [questionOf('net', 'What is the net amount?', 'number'), 100, 'TaxBasisTotalAmount'],
    [questionOf('vat', 'How much VAT is charged?', 'number'), 19, 'TaxTotalAmount'],
    [
      questionOf('vat', 'VAT number of the supplier'),
      'DE123456789',
      'SellerTradeParty/SpecifiedTaxRegistration/ID',
    ],
    [questionOf('issuer', 'Who issued it?'), 'Nordwind GmbH', 'SellerTradeParty/Name'],
    [questionOf('vendor', 'Who is the vendor?'), 'Nordwind GmbH', 'SellerTradeParty/Name'],
    [questionOf('customer_name', 'Name of the customer'), 'Contoso AG', 'BuyerTradeParty/Name'],
    [questionOf('iban', 'To which IBAN is it to be paid?'), 'DE89370400440532013000', 'IBANID'],
  ] as const)('%j', async (question, expectedValue, name) => {
    const foundAnswer = await answer(question)

    expect(foundAnswer?.value).toBe(expectedValue)
    expect(placesOf(foundAnswer)[0]).toMatchObject({
      source: `factur-x: ${name}`,
      boxes: [],
    })
    expect(foundAnswer?.note).toBeUndefined()
  })

  test('the places in print that say the same stand behind the source', async () => {
    const foundAnswer = await answer(questionOf('total', 'What is the total?', 'number'))

    expect(foundAnswer?.evidence).toMatchObject([
      { source: 'factur-x: GrandTotalAmount', quote: '119.00' },
      { quote: '119,00 EUR', page: 0 },
    ])
    expect(foundAnswer?.confidence?.whole).toBe(0.99)
  })
})

test('a cell of a spreadsheet is a number for one question, and what it shows for another', async () => {
  const cellFields = { source: 'cell', label: 'Deposit paid', place: {} } as const
  const cell = { ...cellFields, name: 'Order!B2', kind: 'number', value: '1240.5' } as const
  const data = { values: [{ ...cell, shown: '1,240.50 €' }], problems: [] }
  const number = await answer(questionOf('deposit', 'Deposit paid', 'number'), data)
  const text = await answer(questionOf('deposit', 'What deposit was paid?'), data)

  expect([number?.value, text?.value]).toEqual([1240.5, '1,240.50 €'])
  expect(placesOf(number)[0]?.source).toBe('cell: Order!B2')
})

describe('digital signatures', () => {
  const signed: EmbeddedData = {
    values: [
      ...[
        ['Valid', 'valid', 'false', 'boolean'],
        ['State', 'state', 'broken', 'text'],
        ['Signer', 'signer', 'Ada Lovelace', 'text'],
        ['Date', 'date', '2026-03-04', 'date'],
      ].map(([name = '', term, text = '', kind]): EmbeddedValue => {
        const signatureFields = { source: 'signature', name, term: `signature:${term}` } as const
        return { ...signatureFields, kind: kind as EmbeddedValue['kind'], value: text, place: {} }
      }),
    ],
    problems: [
      {
        source: 'signature',
        text: 'Signature 1 is invalid: the document is not the one that was signed.',
        terms: ['signature:signer', 'signature:date'],
        place: {},
      },
    ],
  }

  test.each([
    questionOf('signer', 'Who signed the contract?'),
    questionOf('signature_date', 'When was it signed?', 'date'),
    questionOf('signed_by', 'Name under the signature'),
  ])('are not what is asked of a name in print: $prompt', async (question) => {
    expect(await answer(question, signed)).toBeUndefined()
  })

  test('say whether they hold, and what a broken one says is contradicted', async () => {
    const valid = await answer(
      questionOf('is_valid', 'Is the digital signature valid?', 'boolean'),
      signed,
    )
    const state = await answer(questionOf('signature_status', 'Signature status'), signed)
    const signer = await answer(questionOf('who', 'Digitally signed by whom?'), signed)

    expect([valid?.value, state?.value, signer?.value]).toEqual([false, 'broken', 'Ada Lovelace'])
    expect([valid?.note, state?.note]).toEqual([undefined, undefined])
    expect(signer?.note).toContain('is invalid')
    expect(placesOf(state)[0]).toMatchObject({ source: 'signature: State' })
  })
})

describe('neither wins in silence', () => {
  const total = questionOf('total', 'What is the total?', 'number')
  const dataWith = (term: string, text: string): EmbeddedData => ({
    ...data,
    values: data.values.map((one) => (one.term === term ? { ...one, value: text } : one)),
  })

  test.each([
    [total, 'BT-112', '219.00', '119,00'],
    [questionOf('net', 'What is the net amount?', 'number'), 'BT-109', '19.00', '100,00'],
    [questionOf('date', 'What is the invoice date?', 'date'), 'BT-2', '2026-05-06', '04.03.2026'],
    [questionOf('iban', 'What is the IBAN?'), 'BT-84', 'FR1420041010050500013M02606', 'DE89 3704'],
    [questionOf('invoice_number', 'What is the invoice number?'), 'BT-1', 'RE-78', 'RE-77'],
  ] as const)('where print says something else: %j', async (question, term, text, printedText) => {
    const foundAnswer = await answer(question, dataWith(term, text))

    const evidence = placesOf(foundAnswer)
    expect(evidence[0]).toMatchObject({ quote: text })
    expect(evidence[1]).toMatchObject({ contradicts: true, page: 0 })
    expect(evidence[1]?.quote).toContain(printedText)
    expect(evidence[1]?.boxes.length).toBeGreaterThan(0)
    expect(foundAnswer?.confidence?.whole).toBe(0.5)
    expect(foundAnswer?.note).toContain(text)
  })

  test('where two attachments say different things', async () => {
    const otherInvoice = {
      ...value('BT-112', 'PayableAmount', '200.00', 'number'),
      source: 'ubl',
    } as const
    const foundAnswer = await answer(total, {
      ...data,
      values: [...data.values, { ...otherInvoice, place: { attachment: 'b.xml' } }],
    })

    expect(foundAnswer?.value).toBe(119)
    expect(placesOf(foundAnswer).at(-1)).toMatchObject({
      source: 'ubl: PayableAmount',
      quote: '200.00',
      contradicts: true,
    })
  })

  test('where the data contradicts itself', async () => {
    const text = 'Its sums do not add up.'
    const problem = { source: 'factur-x', place, text, terms: ['BT-112'] } as const
    const foundAnswer = await answer(total, { ...data, problems: [problem] })

    expect(placesOf(foundAnswer).at(-1)).toMatchObject({ quote: text, contradicts: true })
    expect(foundAnswer?.note).toContain(text)
    expect(
      await answer(questionOf('net', 'Net amount?', 'number'), { ...data, problems: [problem] }),
    ).not.toHaveProperty('note')
  })
})

describe('fields of a form, which have names and no terms', () => {
  const field = (
    name: string,
    text: string,
    changes: Partial<EmbeddedValue> = {},
  ): EmbeddedValue => ({
    source: 'form',
    name,
    kind: 'text',
    value: text,
    place: { page: 0 },
    ...changes,
  })
  const form = (...values: EmbeddedValue[]): EmbeddedData => ({ values, problems: [] })
  const filledData = form(
    field('form1[0].page1[0].LastName[0]', 'Okafor'),
    field('f1_02', '23.05.1980', { label: 'Date of birth' }),
    field('income', '4,200.50'),
    field('newsletter', 'true', { kind: 'boolean' }),
    field('x', 'Ada'),
  )

  test.each([
    [questionOf('last_name', 'What is the last name of the applicant’s mother?'), filledData],
    [questionOf('x', 'What is x?'), filledData],
    [questionOf('newsletter', 'What is the newsletter about?'), filledData],
    [questionOf('amount', 'What is the amount?', 'number'), form(field('amount', '1.234'))],
    [questionOf('day', 'Which day?', 'date'), form(field('day', '03/04/2026'))],
    [questionOf('city', 'Which city?'), form(field('a.city', 'Oslo'), field('b.city', 'Bergen'))],
  ])('leave alone what they do not plainly say: %j', async (question, givenData) => {
    expect(await answer(question, givenData)).toBeUndefined()
  })

  test.each([
    [questionOf('lastName', 'Last name'), 'Okafor'],
    [questionOf('f7', 'What is the date of birth?', 'date'), '1980-05-23'],
    [questionOf('income', 'What is the income?', 'number'), 4200.5],
    [questionOf('newsletter', 'Newsletter?', 'boolean'), true],
  ])('answer by their name or label: %j', async (question, expectedValue) => {
    const foundAnswer = await answer(question, filledData)

    expect(foundAnswer?.value).toBe(expectedValue)
    expect(placesOf(foundAnswer)[0]?.source).toMatch(/^form: /)
  })
})

test.each([
  'Who is the landlord?',
  'Who is the insurer?',
  'Which hospital is this from?',
  'Wer ist der Arbeitgeber?',
])('does not take the seller for a party that the document does not have: %s', async (prompt) => {
  expect(await answer(questionOf('party', prompt))).toBeUndefined()
})

test('takes the seller for the insurer where its name says so', async () => {
  const seller = value('BT-27', 'SellerTradeParty/Name', 'Nordwind Insurance Ltd')

  const insurerAnswer = await answer(questionOf('party', 'Who is the insurer?'), {
    values: [seller],
    problems: [],
  })

  expect(insurerAnswer?.value).toBe('Nordwind Insurance Ltd')
})
