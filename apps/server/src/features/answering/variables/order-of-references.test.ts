import { expect, test } from 'vitest'
import { assertNoCircle, inOrderOfReferences } from './order-of-references.ts'

const prompts = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, prompt]) => ({ key, prompt }))
const orderOf = (texts: Readonly<Record<string, string>>) =>
  inOrderOfReferences(prompts(texts)).map(({ key }) => key)

test('a prompt that refers to itself, also through others, is refused with the way', () => {
  const all = prompts({
    a: '{{a}}',
    b: '%c%',
    c: 'x {{d}}',
    d: '{{https://a.example/[b]}}',
    e: '{{b}}',
  })
  const check = (key: string) => () => assertNoCircle(all.find((one) => one.key === key)!, all)
  expect(check('a')).toThrow('The prompt “a” refers to itself: it can never be answered.')
  expect(check('b')).toThrow('“b” refers to itself through “c”, “d”')
  expect(check('e')).not.toThrow()
  expect(orderOf({ a: '{{b}}', b: '{{a}}', c: '' }).toSorted()).toEqual(['a', 'b', 'c'])
})

test('each comes after those that it refers to, and the others keep their places', () => {
  expect(orderOf({ a: '', b: '', c: '' })).toEqual(['a', 'b', 'c'])
  expect(orderOf({ a: '{{c}}', b: '{{a}}', c: '', d: '' })).toEqual(['c', 'a', 'b', 'd'])
})

test('a thousand in a row are put in order', () => {
  const row = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`k${i}`, i < 999 ? `{{k${i + 1}}}` : 'first']),
  )
  expect(orderOf(row).slice(0, 2)).toEqual(['k999', 'k998'])
})
