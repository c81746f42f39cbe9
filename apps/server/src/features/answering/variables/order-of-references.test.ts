import { expect, test } from 'vitest'
import { assertNoCircularReference, sortByReferences } from './sort-by-references.ts'

const toPrompts = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, prompt]) => ({ key, prompt }))
const sortedKeys = (texts: Readonly<Record<string, string>>) =>
  sortByReferences(toPrompts(texts)).map(({ key }) => key)

test('rejects a prompt that refers to itself, also through others, and names the path', () => {
  const all = toPrompts({
    a: '{{a}}',
    b: '%c%',
    c: 'x {{d}}',
    d: '{{https://a.example/[b]}}',
    e: '{{b}}',
  })
  const check = (key: string) => () =>
    assertNoCircularReference(all.find((prompt) => prompt.key === key)!, all)
  expect(check('a')).toThrow('The prompt “a” refers to itself, so it cannot be answered.')
  expect(check('b')).toThrow('“b” refers to itself through “c”, “d”')
  expect(check('e')).not.toThrow()
  expect(sortedKeys({ a: '{{b}}', b: '{{a}}', c: '' }).toSorted()).toEqual(['a', 'b', 'c'])
})

test('puts each prompt after those it refers to and keeps the order of the others', () => {
  expect(sortedKeys({ a: '', b: '', c: '' })).toEqual(['a', 'b', 'c'])
  expect(sortedKeys({ a: '{{c}}', b: '{{a}}', c: '', d: '' })).toEqual(['c', 'a', 'b', 'd'])
})

test('sorts a chain of a thousand prompts', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [
      `k${index}`,
      index < 999 ? `{{k${index + 1}}}` : 'first',
    ]),
  )
  expect(sortedKeys(chain).slice(0, 2)).toEqual(['k999', 'k998'])
})
