import type { Question } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import {
  compareDocuments,
  getEarlierResults,
  isComparable,
  type KnownDocument,
} from './compare-documents.ts'
import { createIdentity, findFieldsByRole } from './identity.ts'

const ask = (key: string, prompt: string, type: Question['type'] = 'text'): Question => ({
  key,
  prompt,
  type,
})

const fields = findFieldsByRole([
  ask('vendor', 'Who is the seller?'),
  ask('invoice_number', 'What is the invoice number?'),
  ask('po', 'What is the purchase order number?'),
  ask('date', 'What is the invoice date?', 'date'),
  ask('total', 'What is the total amount?', 'number'),
  ask('iban', 'What is the IBAN?'),
  ask('colour', 'What colour is the logo?'),
])

const invoice = {
  vendor: 'Acme Trading GmbH',
  invoice_number: 'RE-2026/0815',
  po: null,
  date: '2026-03-01',
  total: 119.5,
  iban: 'DE89 3704 0044 0532 0130 00',
}

const knownDocument = (name: string, values: object): KnownDocument<string> => ({
  name,
  ref: name,
  identity: createIdentity(fields, { ...invoice, ...values }),
})

const compare = (values: object, ...otherDocuments: readonly KnownDocument<string>[]) =>
  compareDocuments(fields, createIdentity(fields, { ...invoice, ...values }), otherDocuments)

test('fields are found by what their prompts mean', () => {
  expect(fields).toEqual({
    seller: 'vendor',
    number: 'invoice_number',
    order: 'po',
    date: 'date',
    total: 'total',
    account: 'iban',
  })
})

test('a document is comparable where some other could say something of it, and nowhere else', () => {
  const noValues = {
    vendor: null,
    invoice_number: null,
    po: null,
    date: null,
    total: null,
    iban: null,
  }
  const isComparableTo = (values: object) =>
    isComparable(createIdentity(fields, { ...noValues, ...values }))
  const { vendor, invoice_number, date, total, iban } = invoice

  expect([{}, { invoice_number, date, iban }, { vendor, date, total }].map(isComparableTo)).toEqual(
    Array(3).fill(false),
  )
  expect(
    [
      { vendor, invoice_number },
      { invoice_number, date, total },
      { vendor, iban },
      { po: 'PO-1' },
    ].map(isComparableTo),
  ).toEqual(Array(4).fill(true))
})

test('nothing is said of a document that has nothing to do with any other', () => {
  const otherDocument = knownDocument('other.pdf', { vendor: 'Bolt Ltd', invoice_number: '1' })

  expect(compare({}, otherDocument)).toEqual([])
  expect(
    compare(
      { invoice_number: null },
      knownDocument('none.pdf', { vendor: 'X', invoice_number: null }),
    ),
  ).toEqual([])
})

test('a photograph of an invoice is the same invoice, however its letters were read', () => {
  const photographedValues = {
    vendor: 'ACME TRADING',
    invoice_number: 're 2O26-0815',
    date: '1 March 2026',
    total: '119,50 €',
  }
  const [comparison] = compare(photographedValues, knownDocument('invoice.pdf', {}))

  expect(comparison).toMatchObject({
    across: 'same_document',
    outcome: 'contradicted',
    fields: ['vendor', 'invoice_number', 'date', 'total'],
    reason: '“invoice.pdf” has the same number.',
  })
})

test('the same number with another total is told as that', () => {
  const [comparison] = compare({ total: 191.5 }, knownDocument('invoice.pdf', {}))

  expect(comparison?.reason).toBe('“invoice.pdf” has the same number but a different total.')
})

test('an account that the seller had before is confirmed, another one is contradicted', () => {
  const knownInvoice = knownDocument('january.pdf', { invoice_number: 'RE-1' })
  const sameDocuments = compare({}, knownInvoice)
  const changedDocuments = compare({ iban: 'GB29 NWBK 6016 1331 9268 19' }, knownInvoice)

  expect(sameDocuments).toMatchObject([
    { across: 'bank_account', outcome: 'confirmed', fields: ['vendor', 'iban'] },
  ])
  expect(changedDocuments).toMatchObject([{ across: 'bank_account', outcome: 'contradicted' }])
  const noNumber = createIdentity(fields, {})
  expect(getEarlierResults(fields, noNumber, sameDocuments)).toEqual({ iban: 'same' })
  expect(getEarlierResults(fields, noNumber, changedDocuments)).toEqual({ iban: 'other' })
  expect(getEarlierResults(fields, noNumber, [])).toEqual({})
})

test('an invoice is held against its order', () => {
  const order = { invoice_number: null, iban: null, po: 'PO-77' }
  const explainDifference = (ownValues: object, otherValues: object) =>
    compare(
      { po: 'PO-77', ...ownValues },
      knownDocument('order.pdf', { ...order, ...otherValues }),
    )[0]

  expect(explainDifference({}, {})).toMatchObject({
    across: 'order_and_invoice',
    outcome: 'confirmed',
  })
  expect(explainDifference({ total: 150 }, {})).toMatchObject({
    outcome: 'contradicted',
    fields: ['po', 'total'],
    reason: '“order.pdf” is the matching order, but has a different total.',
  })
  expect(explainDifference({}, { total: null })?.outcome).toBe('not_judged')
})
