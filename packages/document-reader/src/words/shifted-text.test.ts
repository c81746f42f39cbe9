import { expect, test } from 'vitest'
import { joinShifted } from './shifted-text.ts'

test.each([
  ['1,234', '3', '1,234 ³'],
  ['98', '1)', '98 ¹⁾'],
  ['12 %', '2', '12 % ²'],
  ['10', '9', '10⁹'],
  ['11.9 × 10', '-3', '11.9 × 10⁻³'],
  ['110', '4', '110 ⁴'],
  ['m', '2', 'm²'],
  ['May 1', 'st', 'May 1st'],
])('%j with a raised %j is %j', (textBefore, text, expected) => {
  expect(joinShifted(textBefore, text, 'raised')).toBe(expected)
})

test('a lowered digit stays in its formula', () => {
  expect(joinShifted('H', '2', 'lowered')).toBe('H₂')
})
