import { expect, test } from 'vitest'
import { findFragments, isFragment } from './fragments.ts'
import { parseFile } from './parsed-file.ts'

test.each([
  'Of one expression.',
  'Of a page’s width to its height: a roll is narrower than a sheet.',
  'So that the caller’s next question meets the one before it.',
  'Whoever debugs may stand still for as long as it takes.',
  'By page.',
  'In the place of those that it opened before.',
  'Only of those that wait.',
  'Only what differs: what it was, and what it is.',
  'What the name contains.',
  'What the name contains; nothing where it is empty.',
  'Where a passage begins or ends.',
  'Why it could not be read.',
  'Also what lay aside for long enough.',
  'For callers who have no key.',
  'Such as `[IBAN]`.',
])('"%s" is a fragment', (comment) => {
  expect(isFragment(comment)).toBe(true)
})

test.each([
  'Maximum number of pages.',
  'Returns what was read.',
  'In tests this is replaced.',
  'For each page, the widest line is kept.',
  'Only the leader is asked.',
  'Whether the menu is folded.',
  'How many rows a page shows.',
  'In milliseconds.',
  'For example `a, b`.',
  'Not every page has a title.',
  'What is not chosen stays as it is.',
])('"%s" is not', (comment) => {
  expect(isFragment(comment)).toBe(false)
})

const fragmentsIn = (text: string) =>
  findFragments(parseFile('file.tsx', text)).map((violation) => [violation.line, violation.text])

test('line comments below each other are one comment', () => {
  expect(fragmentsIn('// The rows\n// of one page are read.\nconst a = 1 // By page.')).toEqual([
    [3, 'By page.'],
  ])
})

test('comments in blocks, JSDoc and JSX are read', () => {
  const text =
    '/**\n * Of one page,\n * and of no other.\n * @returns rows\n */\nconst a = <p>{/* By name. */}</p>'
  expect(fragmentsIn(text)).toEqual([
    [1, 'Of one page, and of no other.'],
    [6, 'By name.'],
  ])
})

test('strings, templates and regular expressions are no comments', () => {
  const template = '`/* By $' + '{a} // By name. */`'
  const text = `const a = "// By page."; read(${template}, /\\/\\/ By/); const b = <p>// By</p>`
  expect(fragmentsIn(text)).toEqual([])
})

test('directives for tools are no comments', () => {
  expect(fragmentsIn('// biome-ignore lint: by hand\n// @ts-expect-error of the library')).toEqual(
    [],
  )
})
