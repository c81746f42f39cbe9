import { expect, test } from 'vitest'
import { isSameValue } from './same-value.ts'

test.each([
  ['number', '41.5', '41.6'],
  ['number', '41.5', null],
  ['number', 'n/a', '5'],
  ['date', '2024-02-29', '2024-03-01'],
  ['boolean', 'True', 'False'],
  ['text', 'Acme', 'Acme Ltd'],
  ['json', '{"a":1}', '{"a":1,"b":2}'],
  ['line-item', '[{"a":"1"}]', '[{"a":"1"},{"a":"2"}]'],
  ['json', '[1]', '{"0":1}'],
])('%s: %j differs from %j', (type, first, second) => {
  expect(isSameValue(type, first, second)).toBe(false)
  expect(isSameValue(type, second, first)).toBe(false)
})

test.each([
  ['number', '1234.5', '1,234.50 €'],
  ['number', '5670.0', '5670'],
  ['number', null, null],
  ['number', null, ''],
  ['date', '2024-02-29', '29 February 2024'],
  ['date', '2024-03-04', '2024-03-04T10:30'],
  ['boolean', 'True', 'yes'],
  ['text', 'Café  Zürich\n', 'cafe zurich'],
  ['email', 'A@b.org', 'a@B.org'],
  ['json', '{"b":"2","a":1}', '{"a":"1.0","b":2}'],
  ['line-item', '[{"day":"3 May 2024","sum":"1,000.00"}]', '[{"day":"2024-05-03","sum":1000}]'],
  ['table', '{"rows":[{"a":null}]}', '{"rows":[{"a":""}]}'],
])('%s: %j equals %j', (type, first, second) => {
  expect(isSameValue(type, first, second)).toBe(true)
  expect(isSameValue(type, second, first)).toBe(true)
})
