import { expect, test } from 'vitest'
import { readEnd } from './read-end.ts'

test('takes a missing result, a missing value and another value for no clear result', () => {
  expect(readEnd(undefined, 'granted').kind).toBe('none')
  expect(readEnd({ result: { output: {} } }, 'granted').kind).toBe('wrong')
  expect(readEnd({ result: { output: { a: 'granted', b: 'refused' } } }, 'granted')).toEqual({
    kind: 'wrong',
    says: 'wrong: {"output":{"a":"granted","b":"refused"}}',
  })
})

test('passes on what an error says', () => {
  const item = { error: 'The text is too long.', result: null }

  expect(readEnd(item, 'granted')).toEqual({ kind: 'error', says: 'The text is too long.' })
})

test('is content with the answer to every prompt, or with any where none is known', () => {
  expect(readEnd({ result: { output: { a: 'granted' } } }, 'granted').kind).toBe('right')
  expect(readEnd({ result: { output: { a: 'whatever' } } }, undefined).kind).toBe('right')
})
