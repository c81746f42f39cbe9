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

const known = (name: string, values: object): KnownDocument<string> => ({
  name,
  ref: name,
  identity: createIdentity(fields, { ...invoice, ...values }),
})

const compare = (values: object, ...others: readonly KnownDocument<string>[]) =>
  compareDocuments(fields, createIdentity(fields, { ...invoice, ...values }), others)

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
  const none = { vendor: null, invoice_number: null, po: null, date: null, total: null, iban: null }
  const is = (values: object) => isComparable(createIdentity(fields, { ...none, ...values }))
  const { vendor, invoice_number, date, total, iban } = invoice

  expect([{}, { invoice_number, date, iban }, { vendor, date, total }].map(is)).toEqual(
    Array(3).fill(false),
  )
  expect(
    [
      { vendor, invoice_number },
      { invoice_number, date, total },
      { vendor, iban },
      { po: 'PO-1' },
    ].map(is),
  ).toEqual(Array(4).fill(true))
})

test('nothing is said of a document that has nothing to do with any other', () => {
  const other = known('other.pdf', { vendor: 'Bolt Ltd', invoice_number: '1' })

  expect(compare({}, other)).toEqual([])
  expect(
    compare({ invoice_number: null }, known('none.pdf', { vendor: 'X', invoice_number: null })),
  ).toEqual([])
})

test('a photograph of an invoice is the same invoice, however its letters were read', () => {
  const photographed = {
    vendor: 'ACME TRADING',
    invoice_number: 're 2O26-0815',
    date: '1 March 2026',
    total: '119,50 €',
  }
  const [said] = compare(photographed, known('invoice.pdf', {}))

  expect(said).toMatchObject({
    across: 'same_document',
    outcome: 'contradicted',
    fields: ['vendor', 'invoice_number', 'date', 'total'],
    reason: '“invoice.pdf” has the same number.',
  })
})

test('the same number with another total is told as that', () => {
  const [said] = compare({ total: 191.5 }, known('invoice.pdf', {}))

  expect(said?.reason).toBe('“invoice.pdf” has the same number but a different total.')
})

test('an account that the seller had before is confirmed, another one is contradicted', () => {
  const before = known('january.pdf', { invoice_number: 'RE-1' })
  const same = compare({}, before)
  const changed = compare({ iban: 'GB29 NWBK 6016 1331 9268 19' }, before)

  expect(same).toMatchObject([
    { across: 'bank_account', outcome: 'confirmed', fields: ['vendor', 'iban'] },
  ])
  expect(changed).toMatchObject([{ across: 'bank_account', outcome: 'contradicted' }])
  expect(getEarlierResults(fields, same)).toEqual({ iban: 'same' })
  expect(getEarlierResults(fields, changed)).toEqual({ iban: 'other' })
  expect(getEarlierResults(fields, [])).toEqual({})
})

test('an invoice is held against its order', () => {
  const order = { invoice_number: null, iban: null, po: 'PO-77' }
  const said = (mine: object, theirs: object) =>
    compare({ po: 'PO-77', ...mine }, known('order.pdf', { ...order, ...theirs }))[0]

  expect(said({}, {})).toMatchObject({ across: 'order_and_invoice', outcome: 'confirmed' })
  expect(said({ total: 150 }, {})).toMatchObject({
    outcome: 'contradicted',
    fields: ['po', 'total'],
    reason: '“order.pdf” is the matching order, but has a different total.',
  })
  expect(said({}, { total: null })?.outcome).toBe('not_judged')
})
