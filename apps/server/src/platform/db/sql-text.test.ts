import { expect, test } from 'vitest'
import { toStorableJson, toStorableText } from './sql-text.ts'

test('removes NULs and replaces unpaired surrogates anywhere', () => {
  const value = { 'a\0': ['b\0c', '\ud83d', '😀', 'd\n"'], e: null }

  expect(JSON.parse(toStorableJson(value))).toEqual({ a: ['bc', '\ufffd', '😀', 'd\n"'], e: null })
  expect(toStorableText('b\0c\ud83d😀')).toBe('bc\ufffd😀')
})

test('leaves text that only looks like an escape unchanged', () => {
  const value = { code: String.raw`{"name":"A\u0000B", "half":"\ud83d"}`, path: 'C:\\u0000' }

  expect(JSON.parse(toStorableJson(value))).toEqual(value)
})
