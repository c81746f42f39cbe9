import { expect, test } from 'vitest'
import {
  blocksOf,
  groupCitations,
  linkCitations,
  parsePieces,
  splitMark,
  toSafeAddress,
} from './answer-blocks.ts'

test('names of documents and quotes are told apart from other text', () => {
  const text = 'These fit best.\n\n**march.pdf**\n\n> Total\n> 41.50 [1]\n\n> Net [2]\nand more'

  expect(blocksOf(text)).toEqual([
    { kind: 'text', text: 'These fit best.' },
    { kind: 'heading', text: 'march.pdf' },
    { kind: 'quote', text: 'Total\n41.50 [1]' },
    { kind: 'quote', text: 'Net [2]' },
    { kind: 'text', text: 'and more' },
  ])
})

test('citations are grouped by document, with one of each number and page', () => {
  const cite = (documentId: string, number: number, page: number, quote: string) => ({
    documentId,
    fileName: `${documentId}.pdf`,
    number,
    page,
    quote,
  })
  const groups = groupCitations([
    cite('a', 1, 0, 'first'),
    cite('a', 1, 0, 'second'),
    cite('b', 2, 0, 'third'),
    cite('a', 3, 1, 'fourth'),
  ])

  expect(
    groups.map(({ fileName, places }) => [fileName, places.map(({ quote }) => quote)]),
  ).toEqual([
    ['a.pdf', ['first', 'fourth']],
    ['b.pdf', ['third']],
  ])
})

test('only marks of citations that there are lead anywhere', () => {
  expect(parsePieces('A [1], b [2][7] and [x].', new Set([1, 2]))).toEqual([
    'A ',
    1,
    ', b ',
    2,
    '[7] and [x].',
  ])
  expect(parsePieces('', new Set([1]))).toEqual([])
  expect(parsePieces('A [1] so far', undefined)).toEqual(['A ', 1, ' so far'])
})

test('marks that a document prints, and marks in code, are no citations', () => {
  const numbers = new Set([1, 2])

  expect(splitMark('see [2] below [1]', numbers)).toEqual(['see [2] below ', 1])
  expect(splitMark('invoice[1].pdf', numbers)).toEqual(['invoice[1].pdf'])
  expect(linkCitations('So [1], and `a[2]`', numbers)).toBe('So [1](#citation-1), and `a[2]`')
})

test('links lead to citations and web pages only', () => {
  expect(['https://a.test', '#citation-1', 'mailto:a@b.test'].map(toSafeAddress)).not.toContain(
    null,
  )
  expect(['/settings', 'file:///etc', 'javascript:alert(1)'].map(toSafeAddress)).toEqual([
    null,
    null,
    null,
  ])
})
