import type { Answer, FieldType, Question } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

const english = monospacedDocument(`
Fernbrook Optics Ltd                                Invoice
8 Kiln Lane
Leeds LS1 4AB
United Kingdom

Bill to                           Invoice number:   FO-2219
Harbour Cafe Limited              Invoice date:     4 May 2026
                                  Due date:         3 June 2026

Description              Quantity      Price      Amount
Lens cleaner                   10       4.50       45.00
Frame, titanium                 2     120.00      240.00

                                   Subtotal      £285.00
                                   VAT 20%        £57.00
                                   Total due     £342.00

Payment reference: HC-2219        VAT GB 318 2045 77
Questions? help@fernbrookoptics.example or +44 113 496 0155
`)

const german = monospacedDocument(`
Nordlicht Werkstatt GmbH - Hafenstraße 12 - 20457 Hamburg

Harbour Cafe Limited
                                            Rechnungsnr.      2026-0388
                                            Kundennr.         47774
                                            Rechnungsdatum    7. Mai 2026
Pos.   Beschreibung                         Menge     Betrag
1      Regal, Eiche geölt                   1         1.250,00
2      Montage vor Ort                      1         250,00

       Nettobetrag                                    1.500,00 €
       MwSt. 19 %                                       285,00 €
       Gesamtbetrag                                   1.785,00 €

Zahlungsziel 06.06.2026          IBAN DE89 3704 0044 0532 0130 00
Zahlungsart  Überweisung         BIC COBADEFFXXX
`)

const french = monospacedDocument(`
Facture n° 2026-117
Date : 05/11/2026
Échéance : 20/11/2026
Total HT :       46,68 €
TVA 20% :         9,34 €
Total TTC :      56,02 €
Virement : Titulaire du compte : ATELIER LUNE
`)

const question = (
  key: string,
  type: FieldType = 'text',
  prompt = key.replaceAll('_', ' '),
): Question => ({ key, prompt, type })

async function valuesOf(document: typeof english, ...questions: readonly Question[]) {
  const answers = await answerWithoutModel(document, questions)
  return Object.fromEntries(answers.map(({ key, value }) => [key, value]))
}

const amounts = [
  question('total', 'number'),
  question('net_amount', 'number'),
  question('vat_amount', 'number'),
]

describe('reads an invoice', () => {
  test('in English, for questions in keys and in sentences', async () => {
    const values = await valuesOf(
      english,
      ...amounts,
      question('invoice_no'),
      question('issued', 'date', 'When was the invoice issued?'),
      question('field_3', 'date', 'What is the due date of the invoice?'),
      question('supplier'),
      question('customerName'),
      question('payment_reference'),
      question('supplier_vat_number'),
      question('contact_email', 'email'),
      question('supplier_phone'),
      question('currency'),
      question('supplier_street'),
      question('supplier_city'),
      question('supplier_country'),
    )

    expect(values).toEqual({
      total: 342,
      net_amount: 285,
      vat_amount: 57,
      invoice_no: 'FO-2219',
      issued: '2026-05-04',
      field_3: '2026-06-03',
      supplier: 'Fernbrook Optics Ltd',
      customerName: 'Harbour Cafe Limited',
      payment_reference: 'HC-2219',
      supplier_vat_number: 'GB 318 2045 77',
      contact_email: 'help@fernbrookoptics.example',
      supplier_phone: '+44 113 496 0155',
      currency: 'GBP',
      supplier_street: '8 Kiln Lane',
      supplier_city: 'Leeds',
      supplier_country: 'GB',
    })
  })

  test('in German, for English questions', async () => {
    const values = await valuesOf(
      german,
      ...amounts,
      question('invoice_number'),
      question('invoice_date', 'date'),
      question('due_date', 'date'),
      question('customer_number'),
      question('payment_method'),
      question('iban'),
      question('bic'),
      question('seller_name'),
      question('seller_city'),
    )

    expect(values).toEqual({
      total: 1785,
      net_amount: 1500,
      vat_amount: 285,
      invoice_number: '2026-0388',
      invoice_date: '2026-05-07',
      due_date: '2026-06-06',
      customer_number: '47774',
      payment_method: 'Überweisung',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      seller_name: 'Nordlicht Werkstatt GmbH',
      seller_city: 'Hamburg',
    })
  })

  test('in French, and returns a number as printed for a text question', async () => {
    const values = await valuesOf(
      french,
      ...amounts,
      question('invoice_number'),
      question('date', 'date'),
      question('date_due', 'date'),
      question('company'),
      question('total_amount'),
    )

    expect(values).toEqual({
      total: 56.02,
      net_amount: 46.68,
      vat_amount: 9.34,
      invoice_number: '2026-117',
      date: '2026-11-05',
      date_due: '2026-11-20',
      company: 'ATELIER LUNE',
      total_amount: '56,02',
    })
  })
})

test('finds labels outside the vocabulary by the words of the question', async () => {
  const ticket = monospacedDocument(`
Boarding gate: B14          Seat       22F
Class of travel             Economy
Flight confirmed: yes
`)

  const values = await valuesOf(
    ticket,
    question('boarding_gate'),
    question('x', 'text', 'What is the class of travel?'),
    question('seat_number'),
    question('flight_confirmed', 'boolean'),
    question('meal'),
  )

  expect(values).toEqual({
    boarding_gate: 'B14',
    x: 'Economy',
    seat_number: '22F',
    flight_confirmed: true,
    meal: null,
  })
})

describe('chooses net amount, tax and total', () => {
  test('that add up, regardless of their labels', async () => {
    const gross = monospacedDocument(`
Exclusief BTW   593,36       Subtotaal       717,97
BTW 21%         124,61       Totaal          717,97
`)

    expect(await valuesOf(gross, ...amounts)).toEqual({
      total: 717.97,
      net_amount: 593.36,
      vat_amount: 124.61,
    })
  })

  test('after rounding, and ignores quantities and cash payments', async () => {
    const receipt = monospacedDocument(`
Total qty               8
Total               30.91
Rounding            -0.01
Total rounded       30.90
Cash                50.00
Change              19.10
`)

    expect(await valuesOf(receipt, question('total', 'number'))).toEqual({ total: 30.9 })
  })
})

describe('answers null rather than a wrong value', () => {
  test('when the document only has another kind of date, party or number', async () => {
    const order = monospacedDocument(`
Order date: 4 May 2026       Delivery date: 9 May 2026
Order number: 881            Customer: Harbour Cafe
`)

    const values = await valuesOf(
      order,
      question('due_date', 'date'),
      question('invoice_number'),
      question('supplier'),
      question('customer_email', 'email'),
      ...amounts,
    )

    expect(Object.values(values).every((value) => value === null)).toBe(true)
  })

  test('for questions that need a model, and for text when an email address is required', async () => {
    const values = await valuesOf(
      english,
      question('invoice_number', 'json'),
      question('payment_reference', 'email'),
    )

    expect(values).toEqual({ invoice_number: null, payment_reference: null })
  })

  test('for an empty document', async () => {
    const values = await valuesOf(
      monospacedDocument(''),
      ...amounts,
      question('supplier'),
      question('anything'),
    )

    expect(Object.values(values).every((value) => value === null)).toBe(true)
  })
})

test('returns every value with the words that it was read from, and is deterministic', async () => {
  const questions = [...amounts, question('invoice_number'), question('currency'), question('meal')]

  const answers: readonly Answer[] = await answerWithoutModel(english, questions)

  expect(answers.slice(0, 5).map(({ evidence }) => evidence)).toMatchObject([
    [{ page: 0, quote: '£342.00', match: 'normalised' }],
    [{ quote: '£285.00' }],
    [{ quote: '£57.00' }],
    [{ quote: 'FO-2219', match: 'exact' }],
    [{ match: 'derived', quote: '£285.00' }],
  ])
  expect(answers.at(-1)).toMatchObject({ key: 'meal', value: null, evidence: null })
  expect(await answerWithoutModel(english, questions)).toEqual(answers)
})

test('finds labels with the same meaning when embeddings are available', async () => {
  const form = monospacedDocument(`
Wheels: 18
Colour: green
`)
  const questions = [question('hue', 'text', 'shade of paint')]
  const vectors: Readonly<Record<string, readonly number[]>> = {
    'shade of paint': [1, 0.1],
    Colour: [1, 0],
    Wheels: [0, 1],
  }
  const embed = async (texts: readonly string[]) => texts.map((text) => vectors[text] ?? [0, 0])

  const [withMeaning] = await answerWithoutModel(form, questions, { embed })
  const [withoutMeaning] = await answerWithoutModel(form, questions)

  expect(withMeaning).toMatchObject({ value: 'green', evidence: [{ quote: 'green' }] })
  expect(withoutMeaning).toMatchObject({ value: null, evidence: null })
})
