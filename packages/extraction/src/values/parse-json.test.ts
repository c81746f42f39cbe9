import { expect, test } from 'vitest'
import { cutOff, parseJson } from './parse-json.ts'

test.each([
  ['{"a": 1}', { a: 1 }],
  ['[1, 2]', [1, 2]],
  ['Here you are:\n```json\n{"a": [1, 2,],}\n```\nAnything else?', { a: [1, 2] }],
  ["{'a': 'one', b: True}", { a: 'one', b: true }],
  ['The answer is {"a": {"b": 1}} as you see.', { a: { b: 1 } }],
  [
    '{"a": "NA", "b": ["na", "NAB"], "c": {"d": " NA "}}',
    { a: null, b: [null, 'NAB'], c: { d: null } },
  ],
  ['["}", "[", "\\"]"]', ['}', '[', '"]']],
  ['{"a": "one", "b": ["two"', cutOff],
  ['```json\n{"a": "one}', cutOff],
  ['I could not find it.', undefined],
  ['', undefined],
])('extracts the JSON from %j', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test('replaces numbers that JSON cannot represent by null, at any depth', () => {
  expect(parseJson('{"total": 1e999, "rows": [-1e999, 2]}')).toEqual({
    total: null,
    rows: [null, 2],
  })
})
