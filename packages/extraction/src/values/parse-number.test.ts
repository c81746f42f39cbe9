import { describe, expect, test } from 'vitest'
import { detectDecimalMark, findNumbers, parseNumber } from './parse-number.ts'

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
