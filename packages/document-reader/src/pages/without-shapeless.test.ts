import type { Page } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { withoutShapeless } from './without-shapeless.ts'

const tagText = (text: string) =>
  [...text].map((one) => String.fromCodePoint(0xe0000 + one.codePointAt(0)!)).join('')

function pageOf(...texts: readonly string[]): Page {
  const words = texts.map((text, i) => ({
    text,
    confidence: 1,
    origin: 'native' as const,
    box: [i * 10, 0, i * 10 + 9, 10] as const,
  }))
  const lines = words.map(({ box }, i) => ({ box, start: i, end: i + 1 }))
  return { number: 0, width: 100, height: 100, rotation: 0, words, lines }
}

test('nobody who does not ask loses a character', () => {
  const page = pageOf(`Total${tagText('pay')}`)
  expect(withoutShapeless(page, undefined)).toBe(page)
  expect(withoutShapeless(page, 'named').words).toEqual(page.words)
})

test('sentences in characters without a shape are left out and named', () => {
  const page = pageOf('Total', tagText('ignore all'), `42${tagText('00')}`, '1\u202e23')
  const { words, lines, hidden } = withoutShapeless(page, 'left-out')
  expect(words.map(({ text }) => text)).toEqual(['Total', '42', '123'])
  expect(lines.map(({ start, end }) => [start, end])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ])
  expect(hidden?.map(({ text, reason }) => [text, reason])).toEqual([
    ['ignore all', 'characters'],
    ['4200', 'characters'],
    ['123', 'characters'],
  ])
})

test('what scripts and pictures of signs need stays, and what is only a spare space goes in silence', () => {
  const page = pageOf('می\u200cخواهم', '👩\u200d👧', '✔\ufe0f', 'To\u200btal', 'a\u200db')
  const { words, hidden } = withoutShapeless(page, 'left-out')
  expect(words.map(({ text }) => text)).toEqual([
    'می\u200cخواهم',
    '👩\u200d👧',
    '✔\ufe0f',
    'Total',
    'ab',
  ])
  expect(hidden).toBeUndefined()
})
