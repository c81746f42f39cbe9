import { expect, test } from 'vitest'
import { format, parseOutput } from './format-value.ts'

test('a stored text becomes the value of its type', () => {
  expect(parseOutput('5670.0', 'number')).toBe(5670)
  expect(parseOutput('True', 'boolean')).toBe(true)
  expect(parseOutput('{"name":"Tea"}', 'json')).toEqual({ name: 'Tea' })
  expect(parseOutput('0417', 'text')).toBe('0417')
})

test('what does not fit its type stays the text that it is', () => {
  expect(parseOutput('about nine', 'number')).toBe('about nine')
  expect(parseOutput('I cannot tell.', 'json')).toBe('I cannot tell.')
  expect(parseOutput('12345678901234567890', 'number')).toBe('12345678901234567890')
})

test('numbers are grouped, and only where a number was asked for', () => {
  expect(format(1234567.5, 'number')).toBe('1,234,567.5')
  expect(format(2026, 'json')).toBe('2026')
})
