import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Evidence, EvidenceTree, FieldType, Json } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { alignValue } from './align-value.ts'

const invoice = monospacedDocument(`
Nordlicht Werkstatt GmbH                    Rechnung
Hafenstraße 12                              Rechnungsnr.:  2026-0388
20457 Hamburg                               Datum:         14. März 2026

Beschreibung                   Menge        Preis
Regal, Eiche geölt                 2        1.250,00
Montage-                           1        250,00
arbeiten vor Ort
Gutschrift                                  (75,50)

Netto                                       2.674,50 €
MwSt. 19%                                   508,16 €
Gesamt                                      3.182,66 €

Bezahlt: ja                                 IBAN DE89 3704 0044 0532 0130 00
info@nordlicht.example
`)

function only(tree: EvidenceTree): Evidence {
  expect(tree).toHaveLength(1)
  return (tree as readonly Evidence[])[0]!
}

describe('finds a text', () => {
  test('that is spelled letter by letter, with a box around its words', () => {
    const evidence = only(alignValue(invoice, 'Nordlicht Werkstatt GmbH', 'text'))

    expect(evidence).toEqual({
      page: 0,
      boxes: [[40, 40, 40 + 24 * 6, 50]],
      quote: 'Nordlicht Werkstatt GmbH',
      match: 'exact',
    })
  })

  test('and leaves out the punctuation that sticks to its word', () => {
    expect(only(alignValue(invoice, 'Regal', 'text'))).toMatchObject({
      quote: 'Regal,',
      match: 'exact',
    })
  })

  test('that is written in other letters, accents and blanks', () => {
    expect(only(alignValue(invoice, 'hafenstrasse 12', 'text'))).toMatchObject({
      quote: 'Hafenstraße 12',
      match: 'normalised',
    })
    expect(only(alignValue(invoice, 'DE89370400440532013000', 'text'))).toMatchObject({
      quote: 'DE89 3704 0044 0532 0130 00',
      match: 'normalised',
    })
  })

  test('that is broken at the end of a line and goes on down its column, with one box a line', () => {
    const evidence = only(alignValue(invoice, 'Montagearbeiten vor Ort', 'text'))
    const address = only(alignValue(invoice, 'Hafenstraße 12 20457 Hamburg', 'text'))

    expect(evidence).toMatchObject({ quote: 'Montage- arbeiten vor Ort', match: 'normalised' })
    expect(evidence.boxes).toHaveLength(2)
    expect(address).toMatchObject({ quote: 'Hafenstraße 12 20457 Hamburg', match: 'normalised' })
    expect(address.boxes).toHaveLength(2)
  })

  test('that runs over the end of a page, with one place a page', () => {
    const letter = monospacedDocument('We confirm your order of', 'two oak tables.')

    expect(alignValue(letter, 'order of two oak tables', 'text')).toMatchObject([
      { page: 0, quote: 'order of' },
      { page: 1, quote: 'two oak tables.' },
    ])
  })

  test('but never inside of a longer word or number', () => {
    expect(alignValue(invoice, 'Werk', 'text')).toBeNull()
    expect(alignValue(invoice, '20', 'text')).toBeNull()
    expect(alignValue(invoice, '508', 'text')).toBeNull()
  })

  test('that is put together from parts which all stand in the document', () => {
    expect(alignValue(invoice, 'Nordlicht Werkstatt GmbH, 20457 Hamburg', 'text')).toMatchObject([
      { quote: 'Nordlicht Werkstatt GmbH', match: 'normalised' },
      { quote: '20457 Hamburg', match: 'normalised' },
    ])
    expect(alignValue(invoice, 'Nordlicht Werkstatt GmbH, 10115 Berlin', 'text')).toBeNull()
  })
})

describe('finds a value of another type: ', () => {
  test('an amount in whatever way it is written', () => {
    expect(only(alignValue(invoice, 3182.66, 'number'))).toMatchObject({
      quote: '3.182,66 €',
      match: 'normalised',
    })
    expect(only(alignValue(invoice, -75.5, 'number'))).toMatchObject({ quote: '(75,50)' })
    expect(only(alignValue(invoice, 2, 'number'))).toMatchObject({ quote: '2', match: 'exact' })
    expect(only(alignValue(invoice, 0.19, 'number'))).toMatchObject({ quote: '19%' })
    expect(alignValue(invoice, 75.5, 'number')).toBeNull()
    expect(alignValue(invoice, 3182, 'number')).toBeNull()
  })

  test('a day in whatever way it is written', () => {
    expect(only(alignValue(invoice, '2026-03-14', 'date'))).toMatchObject({
      quote: '14. März 2026',
      match: 'normalised',
    })
    expect(alignValue(invoice, '2026-03-15', 'date')).toBeNull()
  })

  test('an e-mail address, and a yes beside its question', () => {
    expect(only(alignValue(invoice, 'Info@Nordlicht.example', 'email'))).toMatchObject({
      match: 'normalised',
    })
    expect(only(alignValue(invoice, true, 'boolean', { questionText: 'Bezahlt' }))).toMatchObject({
      quote: 'ja',
      match: 'derived',
    })
    expect(alignValue(invoice, false, 'boolean', { questionText: 'Bezahlt' })).toBeNull()
    expect(alignValue(invoice, true, 'boolean')).toBeNull()
  })
})

describe('finds the words from which a value follows', () => {
  const order = monospacedDocument(`
Nordlicht GmbH                  Hamburg, Deutschland
Reverse charge applies          PAID
Net                             100.00 EUR
Deposit                         £ 25.00
This is not a credit note
VAT no. NL123456789B01
`)
  const alignDerived = (value: Json, type: FieldType, question: string) => {
    const evidence = alignValue(order, value, type, { questionText: question })
    return evidence && only(evidence)
  }

  test.each([
    ['GBP', 'text', 'Which currency is the deposit in?', '£'],
    ['DE', 'text', 'Country of the seller', 'Deutschland'],
    ['Germany', 'text', 'seller country', 'Deutschland'],
    ['NL', 'text', 'Country that taxes', 'NL123456789B01'],
    [true, 'boolean', 'is_paid Is the invoice paid?', 'PAID'],
    [true, 'boolean', 'Is reverse charge applied?', 'Reverse charge'],
    [false, 'boolean', 'Is this a credit note?', 'not credit note'],
  ] as const)('%j, as %s to “%s”', (value, type, question, quote) => {
    expect(alignDerived(value, type, question)).toMatchObject({ page: 0, quote, match: 'derived' })
  })

  test.each([
    ['USD', 'text', 'currency'],
    ['FR', 'text', 'Country of the seller'],
    ['DE', 'text', 'Code of the article'],
    [false, 'boolean', 'Is the invoice paid?'],
    [true, 'boolean', 'Is this a credit note?'],
    [true, 'boolean', 'Is there a service charge?'],
    [true, 'boolean', 'Is it?'],
    [true, 'boolean', 'What of the reverse charge?'],
  ] as const)('and none for %j, as %s to “%s”', (value, type, question) => {
    expect(alignDerived(value, type, question)).toBeNull()
  })

  test('but takes what is written before what it follows from', () => {
    expect(alignDerived('EUR', 'text', 'currency')).toMatchObject({ quote: 'EUR', match: 'exact' })
  })
})

test('takes the one of several places that stands beside the label of the question', () => {
  const repeatedText = monospacedDocument(`
Order      4711     Net      250.00
Delivery   4711     Total    250.00
`)

  const delivery = only(
    alignValue(repeatedText, '4711', 'text', { questionText: 'delivery number' }),
  )
  const total = only(alignValue(repeatedText, 250, 'number', { questionText: 'the total' }))

  expect(delivery.boxes[0]?.[1]).toBe(52)
  expect(total.boxes[0]?.[1]).toBe(52)
})

test('mirrors the shape of records, and keeps equal rows on their own lines', () => {
  const rows = [
    { item: 'Regal', quantity: 2, price: 1250, colour: 'red' },
    { item: 'Gutschrift', quantity: null, price: -75.5, colour: null },
  ]

  const [first, second] = alignValue(invoice, rows, 'json') as readonly Record<
    string,
    EvidenceTree
  >[]

  expect(only(first?.quantity ?? null)).toMatchObject({ quote: '2' })
  expect(only(first?.price ?? null)).toMatchObject({ quote: '1.250,00' })
  expect(first?.colour).toBeNull()
  expect(second).toMatchObject({ quantity: null, price: [{ quote: '(75,50)' }], colour: null })

  const equal = monospacedDocument(`
Small plan anna     5.39
Small plan bert     5.39
`)
  const tree = alignValue(
    equal,
    [
      { plan: 'Small plan anna', price: 5.39 },
      { plan: 'Small plan bert', price: 5.39 },
    ],
    'json',
  )
  const tops = (tree as readonly { price: readonly Evidence[] }[]).map(
    ({ price }) => price[0]?.boxes[0]?.[1],
  )
  expect(tops).toEqual([40, 52])
})

test('invents nothing for what the document does not say', () => {
  expect(alignValue(invoice, null, 'text')).toBeNull()
  expect(alignValue(invoice, '', 'text')).toBeNull()
  expect(alignValue(invoice, 'Acme Ltd', 'text')).toBeNull()
  expect(alignValue(invoice, {}, 'json')).toBeNull()
  expect(alignValue(invoice, ['Acme Ltd', 99], 'json')).toBeNull()
  expect(alignValue(monospacedDocument(''), 'anything', 'text')).toBeNull()
})

test('aligns a number only when every digit and the sign are printed', () => {
  const letter = monospacedDocument(`
Account     20251234567890123456
Voucher     20251234567891
Credit      50.00 CR
Loss        12.40-
Share       12,5 %
`)
  const quoteOf = (json: string) =>
    (alignValue(letter, parseExactJson(json) as Json, 'number') as readonly Evidence[] | null)?.[0]
      ?.quote

  expect(quoteOf('20251234567890123456')).toBe('20251234567890123456')
  expect(quoteOf('20251234567890125000')).toBeUndefined()
  expect(quoteOf('20251234567891')).toBe('20251234567891')
  expect(quoteOf('20251234567890')).toBeUndefined()
  expect(quoteOf('-50')).toBe('50.00 CR')
  expect(quoteOf('-12.4')).toBe('12.40-')
  expect(quoteOf('12.4')).toBeUndefined()
  expect(quoteOf('0.125')).toBe('12,5 %')
})
