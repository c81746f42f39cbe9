import { omitUndefined } from '@recto/omit-undefined'
import type { Json } from '@recto/provider-spec/answer'
import { describe, expect, test } from 'vitest'
import type { FieldShape } from './check-language.ts'
import { adjustConfidences } from './confidence-by-checks.ts'
import { type JudgedCheck, judgeChecks } from './judge-checks.ts'
import { readCheck } from './read-check.ts'

const shapes = new Map<string, FieldShape>([
  ['items', 'list'],
  ['tax', 'value'],
  ['total', 'value'],
  ['Due date', 'value'],
  ['supplier', 'any'],
])

const invoice = {
  items: [
    { item: 'Bolts', quantity: 3, price: '2.40', amount: '7,20' },
    { item: 'Nuts', quantity: 1, price: 1000.3, amount: '1.000,30 EUR' },
  ],
  net: '1.007,50',
  tax: '$8.20',
  total: 1015.7,
  rate: null,
  issued: '2026-03-01',
  'Due date': '31 March 2026',
  iban: 'DE89 3704 0044 0532 0130 00',
  supplier: { name: 'ACME  GmbH', city: 'Ulm' },
}

function judge(expression: string, values: Readonly<Record<string, Json>> = invoice): JudgedCheck {
  const checks = [{ name: 'check', expression, message: '' }]
  const [outcome] = judgeChecks({ checks, values, earlier: { iban: 'other' } })
  if (!outcome) throw new Error('Nothing was judged.')
  return outcome
}

describe('what is refused before anything is judged', () => {
  test.each([
    ['', 'The check is empty.', undefined],
    [`tax == ${'1'.repeat(2000)}`, 'A check can have at most 2000 characters.', undefined],
    ['sum(items.amount + tax == total', 'Expected RPAREN, got EOF.', 31],
    ['sum(items.amount) + tax == totl', 'There is no field “totl”.', 27],
    ['fields["Due"] == tax', 'There is no field “Due”.', 0],
    ['tax + total', 'A check must be true or false, for example `net + tax == total`.', undefined],
    ['1 + 1 == 2', 'The check does not use any field.', undefined],
    ['total.matches("(a+)+$")', 'Regular expressions cannot be used in checks.', 0],
    ['"a".matches("(a+)+$") && tax == total', 'Regular expressions cannot be used in checks.', 0],
    [
      'items.all(a, items.all(b, items.all(c, a.x == c.x)))',
      'Loops over lists can be nested at most 2 levels deep.',
      0,
    ],
    ['cel.bind(a, [tax], a + a + a).size() == 3', 'Checks have no function “bind”.', 0],
    ['["a"].join() == tax', 'Checks have no function “join”.', 0],
    ['process.exit(1) == tax', 'Checks have no function “exit”.', 0],
    ['total.constructor == tax', 'No such key: constructor.', 6],
  ])('%s', (expression, message, position) => {
    const read = readCheck(expression, shapes)
    const problem = read.isRead ? undefined : read.problem
    expect(problem).toMatchObject(omitUndefined({ message: message || undefined, at: position }))
  })
})

test('a check names the fields that it speaks of, and whether it could hold by chance', () => {
  const faultOf = (expression: string) => {
    const read = readCheck(expression, shapes)
    return read.isRead && [read.check.fields, read.check.isEquation]
  }

  expect(faultOf('sum(items.amount) + tax == total')).toEqual([['items', 'tax', 'total'], true])
  expect(faultOf('items.all(i, i.amount > 0)')).toEqual([['items'], false])
  expect(faultOf('fields["Due date"] > total')).toEqual([['total', 'Due date'], false])
  expect(faultOf('tax > 0 && near(total, tax, 0.5)')).toEqual([['tax', 'total'], true])
  expect(faultOf('total == total')).toEqual([['total'], false])
})

describe('what is judged', () => {
  test.each([
    ['sum(items.amount) + tax == total', 'confirmed', null],
    ['sum(items.map(i, i.quantity * i.price)) == net', 'confirmed', null],
    ['items.all(i, i.quantity * i.price == i.amount)', 'confirmed', null],
    ['net + tax == 1015.70', 'confirmed', null],
    ['net + tax == total + 1', 'contradicted', '1015.7 is not 1016.7.'],
    ['near(net, total, 10)', 'confirmed', null],
    // Rounded to the cent, and no further.
    ['net * 0.008139 == tax', 'confirmed', null],
    ['net * 0.0082 == tax', 'contradicted', '8.2615 is not $8.20.'],
    ['issued < fields["Due date"]', 'confirmed', null],
    ['days(issued, fields["Due date"]) <= 14', 'contradicted', '30 is after or above 14.'],
    ['supplier.name == "acme gmbh"', 'confirmed', null],
    ['-tax < 0 && abs(-tax) == tax', 'confirmed', null],
    ['valueOr(rate, 0) == 0 && !known(rate)', 'confirmed', null],
    ['items.size() == 3', 'contradicted', '2 is not 3.'],
    ['asBefore(iban)', 'contradicted', 'The condition is not met.'],
    ['asBefore(tax)', 'not_judged', 'There is no earlier value to compare “tax” with.'],
    ['rate * net == tax', 'not_judged', '“rate” has no value.'],
    ['total / (tax - tax) == 1', 'not_judged', 'The check divides by zero.'],
    ['1 / 0 == 1 && tax < total', 'not_judged', 'The check divides by zero.'],
    ['iban + tax == total', 'not_judged', '“iban” is not a number: “DE89 3704 0044 0532 0130 00”.'],
    [
      'days(iban, issued) > 0',
      'not_judged',
      '“iban” is not a date: “DE89 3704 0044 0532 0130 00”.',
    ],
    ['gone == 1', 'not_judged', 'There is no field “gone”.'],
  ])('%s', (expression, outcome, reason) => {
    expect(judge(expression)).toMatchObject({ outcome, reason })
  })

  test('a sum that leaves values out is not contradicted by what they would add', () => {
    const items = [{ amount: 4 }, { amount: null }, {}]

    expect(judge('sum(items.amount) == total', { items, total: 4 }).outcome).toBe('confirmed')
    expect(judge('sum(items.amount) == total', { items, total: 5 })).toMatchObject({
      outcome: 'not_judged',
      reason: 'The sum is missing 2 of its values.',
    })
  })

  test('one that never ends is stopped, and so is one that hides it', () => {
    const manyItems = Array.from({ length: 501 }, () => ({ amount: 1 }))
    const endless = 'items.all(a, items.all(b, a.amount == b.amount))'
    const sum = 'sum(items.amount)'
    const sums = `items.all(a, ${sum} + ${sum} + ${sum} + ${sum} + ${sum} > a.amount)`
    const fewItems = manyItems.slice(0, 499)

    for (const [expression, items] of [
      [endless, manyItems],
      ['items.map(a, items + items).size() > 0', Array(2000).fill({ amount: 1 })],
      [`total == 1 || ${endless}`, manyItems],
      [sums, fewItems],
      [`total == 2 || ${sums}`, fewItems],
    ] as const)
      expect(judge(expression, { items, total: 3 })).toMatchObject({
        outcome: 'not_judged',
        reason: 'The check takes too many steps.',
      })
    const long = Array.from({ length: 5001 }, () => ({ amount: 1 }))
    expect(judge('sum(items.amount) == 1', { items: long }).reason).toBe(
      '“items” has more than 5000 rows.',
    )
  })
})

describe('what checks tell of how sure values are', () => {
  const sure = new Map([
    ['tax', 0.6],
    ['total', 0.95],
    ['date', 0.8],
  ])
  const outcome = (changes: Partial<JudgedCheck>): JudgedCheck => ({
    name: 'sum',
    expression: '',
    reason: null,
    isEquation: true,
    outcome: 'confirmed',
    fields: ['tax', 'total'],
    ...changes,
  })
  const confidencesAfter = (changes: Partial<JudgedCheck>) => {
    const adjustedConfidences = adjustConfidences(sure, [outcome(changes)])
    return (key: string) => adjustedConfidences.get(key) ?? Number.NaN
  }

  test('what is confirmed rises, what is contradicted falls, the least sure the furthest', () => {
    const confirmedConfidence = confidencesAfter({})
    expect(confirmedConfidence('tax')).toBeGreaterThan(0.97)
    expect(confirmedConfidence('total')).toBeGreaterThan(0.97)
    const contradictedConfidence = confidencesAfter({ outcome: 'contradicted' })
    expect(contradictedConfidence('tax')).toBeLessThan(0.15)
    expect(contradictedConfidence('total')).toBeGreaterThan(0.8)
    expect(contradictedConfidence('total')).toBeLessThan(0.95)
    expect(contradictedConfidence('date')).toBe(0.8)
  })

  test('what holds by chance says little, and what was not judged nothing', () => {
    const orderedConfidence = confidencesAfter({ isEquation: false })
    expect(orderedConfidence('tax')).toBeGreaterThan(0.6)
    expect(orderedConfidence('tax')).toBeLessThan(0.75)
    expect(confidencesAfter({ outcome: 'not_judged' })('tax')).toBe(0.6)
    expect(confidencesAfter({ fields: ['tax', 'gone'] })('tax')).toBe(0.6)
  })
})
