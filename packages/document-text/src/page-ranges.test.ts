import { expect, test } from 'vitest'
import { isInRanges, parseRanges } from './page-ranges.ts'

function numbersIn(text: string): number[] | undefined {
  const ranges = parseRanges(text)
  if (!ranges) return undefined
  return Array.from({ length: 13 }, (_, number) => number).filter((n) => isInRanges(ranges, n))
}

test.each(['x', '1-2-3', '-3', '1,', ',1', '1,,2', '1;2', '1.5', '3-1', '1 2', '--', '1e3', '１'])(
  '“%s” is no list of ranges',
  (text) => {
    expect(parseRanges(text)).toBeUndefined()
  },
)

test('single numbers, ranges and an open end are read, in any order and overlapping', () => {
  expect(numbersIn('3')).toEqual([3])
  expect(numbersIn('1-5,7,11-')).toEqual([1, 2, 3, 4, 5, 7, 11, 12])
  expect(numbersIn('9-,2,1-3')).toEqual([1, 2, 3, 9, 10, 11, 12])
  expect(numbersIn('0')).toEqual([0])
})

test('blanks around an item are allowed', () => {
  expect(numbersIn(' 1-2 , 4')).toEqual([1, 2, 4])
})

test('nothing asked for is everything', () => {
  expect(numbersIn('')).toHaveLength(13)
  expect(numbersIn('  ')).toHaveLength(13)
})

test('an open end reaches as far as there are pages', () => {
  expect(isInRanges(parseRanges('2-') ?? [], 1_000_000)).toBe(true)
})
