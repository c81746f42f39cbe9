import { describe, expect, test } from 'vitest'
import { detectDecimalMark } from './decimal-mark.ts'
import { findNumbers, parseNumber } from './parse-number.ts'

const read = (text: string, mark?: 'comma' | 'point') =>
  findNumbers(text, mark).map(({ number, otherNumbers }) => [number, ...otherNumbers].map(String))

describe('a printed number is read whole', () => {
  test.each([
    ['3.500,-', '3500'],
    ['3.500,–', '3500'],
    ['kr 1 200,-', '1200'],
    ["1'204.50", '1204.5'],
    ['1\u202f204,50', '1204.5'],
    ['1\u2009204,50', '1204.5'],
    ['12,34,567', '1234567'],
    ['1.234.567', '1234567'],
    ['(1,204.50)', '-1204.5'],
    ['$(1,204.50)', '-1204.5'],
    ['12.40-', '-12.4'],
    ['12.40−', '-12.4'],
    ['1 204,50-', '-1204.5'],
    ['200.00-EUR', '-200'],
    ['200,00- EUR', '-200'],
    ['−1,204.50', '-1204.5'],
    ['-£2,525,077.54', '-2525077.54'],
    ['£-2,525,077.54', '-2525077.54'],
    ['1,204.50 SEK', '1204.5'],
    ['12,5 %', '12.5'],
    ['4.5 × 10⁹', '4500000000'],
    ['4.5 x 10^-3', '0.0045'],
    ['10^9', '1000000000'],
    ['1.5E+06', '1500000'],
    ['20251234567890123456', '20251234567890123456'],
    ['1,234,567,890,123,456.78', '1234567890123456.78'],
    ['1234567890123456789012345678901234567890', '1234567890123456789012345678901234567890'],
  ])('%s', (text, digits) => {
    expect(read(text)).toEqual([[digits]])
  })

  test.each([
    ['4.5 × 10^9/L', [['4.5', '4500000000']]],
    ['50.00 CR', [['50', '-50']]],
    ['50.00DR', [['-50', '50']]],
    ['1.204,50 S', [['1204.5', '-1204.5']]],
    ['12.40 -', [['12.4', '-12.4']]],
  ])('%s is read in both ways that it may be meant', (text, readings) => {
    expect(read(text)).toEqual(readings)
  })

  test.each(['1:1,204', "A1'204.50", '2E5', '1_204'])('no part of %s is a number', (text) => {
    expect(read(text)).toEqual([])
  })
})

test('three digits after a separator are read by the language of the document when no amount shows its decimal mark', () => {
  expect(detectDecimalMark('Rechnung über die Lieferung\nMenge 1.000\nGesamtbetrag')).toBe('comma')
  expect(detectDecimalMark('Invoice for the delivery\nQuantity 1.000\nAmount due')).toBe('point')
  expect(detectDecimalMark('Rechnung, Menge, Gesamtbetrag 1.000 und 12.50')).toBe('point')
  expect(detectDecimalMark('Preis 3.500,-')).toBe('comma')
  expect(detectDecimalMark('1.000')).toBeUndefined()
})

describe('parseNumber', () => {
  test.each([
    ['1.234,56', 1234.56],
    ['1,234.56 USD', 1234.56],
    ['1 234,56 €', 1234.56],
    ['1’234.50', 1234.5],
    ['12,34,567.89', 1234567.89],
    ['(1,234.56)', -1234.56],
    ['9,32-', -9.32],
    ['€ -9,32', -9.32],
    ['−€9.32', -9.32],
    ['Rs 1939', 1939],
    ['RM1.25', 1.25],
    ['EUR34,73', 34.73],
    ['.14', 0.14],
    ['5,-', 5],
    ['The total is 41.50 pounds.', 41.5],
  ])('reads %s as a number', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  test.each([
    '',
    'none',
    '40-42',
    '31/12/2017',
    'INV/2023',
    '93B',
    'US1234567890',
    '5.39 and 5.40',
  ])('finds no single number in %j', (text) => {
    expect(parseNumber(text)).toBeUndefined()
  })
})

test('ignores numbers too large for a JavaScript number, alone and among others', () => {
  const endless = '9'.repeat(400)

  expect(parseNumber(endless)).toBeUndefined()
  expect(parseNumber(`-${endless}.50`)).toBeUndefined()
  expect(findNumbers(`${endless} and 7`).map(({ value }) => value)).toEqual([7])
})

test('reads three digits after a single separator as thousands or decimals, by the decimal mark of the document', () => {
  expect(parseNumber('1.234', 'comma')).toBe(1234)
  expect(parseNumber('1.234', 'point')).toBe(1.234)
  expect(parseNumber('1,234', 'comma')).toBe(1.234)
  expect(parseNumber('1,234')).toBe(1234)
  expect(detectDecimalMark('3,89 5,39 1.234,00')).toBe('comma')
  expect(detectDecimalMark('3.89 1,234.00')).toBe('point')
  expect(detectDecimalMark('no amounts')).toBeUndefined()
})

test('finds every number of a line with its offsets, its currency and whether it is a percentage', () => {
  const [rate, base, tax, ...otherNumbers] = findNumbers('Tax 15% on $ 112.90  $ 16.94')

  expect(rate).toMatchObject({ value: 15, isPercent: true })
  expect(base).toMatchObject({ value: 112.9, currency: '$', start: 11, end: 19 })
  expect(tax).toMatchObject({ value: 16.94, hasDecimals: true })
  expect(otherNumbers).toEqual([])
})
