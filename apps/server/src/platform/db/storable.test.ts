import { expect, test } from 'vitest'
import { storableJson, storableText } from './storable.ts'

test('NULs are left out and halves of pairs replaced, wherever they stand', () => {
  const value = { 'a\0': ['b\0c', '\ud83d', '😀', 'd\n"'], e: null }

  expect(JSON.parse(storableJson(value))).toEqual({ a: ['bc', '\ufffd', '😀', 'd\n"'], e: null })
  expect(storableText('b\0c\ud83d😀')).toBe('bc\ufffd😀')
})

test('text that only looks like an escape stays as it is', () => {
  const value = { code: String.raw`{"name":"A\u0000B", "half":"\ud83d"}`, path: 'C:\\u0000' }

  expect(JSON.parse(storableJson(value))).toEqual(value)
})
