import { expect, test } from 'vitest'
import { formatScalar, isScalar, parseOutput } from './format-value.ts'

test('parses a stored text as a value of its type', () => {
  expect(parseOutput('5670.0', 'number')).toBe(5670)
  expect(parseOutput('True', 'boolean')).toBe(true)
  expect(parseOutput('{"name":"Tea"}', 'json')).toEqual({ name: 'Tea' })
  expect(parseOutput('0417', 'text')).toBe('0417')
})

test('keeps a text that does not fit its type', () => {
  expect(parseOutput('about nine', 'number')).toBe('about nine')
  expect(parseOutput('I cannot tell.', 'json')).toBe('I cannot tell.')
})

test('keeps every digit of a long number, also inside of JSON', () => {
  const number = parseOutput('12345678901234567890.0', 'number')
  expect(isScalar(number) && number !== null && formatScalar(number, 'number')).toBe(
    '12345678901234567890',
  )
  const record = parseOutput('{"account":12345678901234567890}', 'json')
  expect(JSON.stringify(record)).toBe('{"account":12345678901234567890}')
})

test('groups digits only in values of the number type', () => {
  expect(formatScalar(1234567.5, 'number')).toBe('1,234,567.5')
  expect(formatScalar(2026, 'json')).toBe('2026')
})
