import { expect, test } from 'vitest'
import { blocksOf, parsePieces } from './answer-blocks.ts'

test('paragraphs are parted by empty lines, and quotes are told apart where there may be any', () => {
  const text = 'These fit best.\n\n> Total\n> 41.50 [1]\n\n> Net [2]\nand more'

  expect(blocksOf(text, true)).toEqual([
    { isQuote: false, text: 'These fit best.' },
    { isQuote: true, text: 'Total\n41.50 [1]' },
    { isQuote: true, text: 'Net [2]' },
    { isQuote: false, text: 'and more' },
  ])
  expect(blocksOf('> 5 apples', false)).toEqual([{ isQuote: false, text: '> 5 apples' }])
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
})
