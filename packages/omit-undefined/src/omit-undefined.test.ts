import { expect, expectTypeOf, test } from 'vitest'
import { omitUndefined } from './omit-undefined.ts'

test('properties that are undefined are left out', () => {
  expect(Object.keys(omitUndefined({ name: 'total', label: undefined }))).toEqual(['name'])
})

test('other falsy values stay, in the same order', () => {
  const values = { text: '', count: 0, isSet: false, place: null }
  expect(Object.entries(omitUndefined(values))).toEqual(Object.entries(values))
})

test('the given object is not changed', () => {
  const values = { label: undefined }
  omitUndefined(values)
  expect('label' in values).toBe(true)
})

test('properties that may be undefined become optional, the others stay required', () => {
  const label = undefined as string | undefined
  expectTypeOf(omitUndefined({ kind: 'text', label })).branded.toEqualTypeOf<{
    kind: 'text'
    label?: string
  }>()
})
