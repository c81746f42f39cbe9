import { expect, test } from 'vitest'
import { findMissingField, isValidValue } from './required-fields.ts'

test.each([
  [null, false],
  [undefined, false],
  ['', false],
  [0, true],
  [false, true],
  ['x', true],
  [[], false],
  [{}, false],
  [['x', ''], false],
  [[{ a: 'x', b: [1] }], true],
  [[{ a: 'x', b: [] }], false],
])('%o is valid: %s [RV-057]', (value, expected) => {
  expect(isValidValue(value)).toBe(expected)
})

test('says which required field fails, where, and how [RV-056 RV-058 RV-059 RV-060]', () => {
  const lines = [
    { item: 'Bolts', count: 4 },
    { item: '', count: 1 },
  ]
  const missingFields = (value: unknown, mode: 'all' | 'any') =>
    findMissingField({ output: { lines: value }, required: { lines: mode } })

  expect(missingFields(lines, 'all')).toBe(
    'The required field "lines" must have all valid entries at path "lines[1].item".',
  )
  expect(missingFields([{ item: '' }, { item: null }], 'any')).toBe(
    'The required field "lines" must have at least one valid entry at path "lines".',
  )
  expect(missingFields('', 'all')).toBe(
    'The required field "lines" cannot be empty at path "lines".',
  )
  expect(missingFields([], 'any')).toBe(
    'The required field "lines" cannot be empty at path "lines".',
  )
  expect(missingFields(undefined, 'any')).toBe(
    'The required field "lines" cannot be empty at path "lines".',
  )
  expect(missingFields(lines, 'any')).toBeUndefined()
  expect(missingFields([{ item: 'Bolts' }], 'all')).toBeUndefined()
})
