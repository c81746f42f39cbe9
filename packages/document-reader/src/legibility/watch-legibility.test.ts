import type { Page, Word } from '@recto/document-text/model'
import { expect, test } from 'vitest'
import { watchLegibility } from './watch-legibility.ts'

type ReadWord = readonly [text: string, confidence: number]

function readPage(
  number: number,
  words: readonly ReadWord[],
  origin: Word['origin'] = 'ocr',
): Page {
  return {
    number,
    width: 600,
    height: 800,
    rotation: 0,
    words: words.map(([text, confidence]) => ({ text, confidence, origin, box: [0, 0, 1, 1] })),
    lines: [],
    ocr: 'high_quality',
  }
}

const sure: readonly ReadWord[] = [
  ['Receipt', 0.95],
  ['number', 0.93],
  ['of', 0.6],
  ['Thursday', 0.98],
]
/** What the engines make of a Russian page: the number is sure, the letters are guessed. */
const foreign: readonly ReadWord[] = [
  ['2041', 1],
  ['SnaroμapUM', 0.7],
  ['Bac', 0.8],
  ['npocUM', 0.75],
  ['OnnaTUTb', 0.8],
]

function describe(...pages: readonly Page[]): string | undefined {
  const watch = watchLegibility()
  for (const page of pages) watch.add(page)
  return watch.describe()
}

test('a page whose letters were guessed is named, and its sure numbers do not hide that', () => {
  expect(describe(readPage(0, sure), readPage(1, foreign))).toMatch(
    /^Page 2 could hardly be read\. If it is in another script .* set the language/,
  )
  expect(describe(readPage(0, foreign), readPage(1, sure), readPage(2, foreign))).toMatch(
    /^Pages 1, 3 /,
  )
})

test('nothing is said of pages that were read well, of a few letters and of text that was not recognized', () => {
  expect(describe(readPage(0, sure))).toBeUndefined()
  expect(
    describe(
      readPage(0, [
        ['Xq', 0.2],
        ['1200', 1],
      ]),
    ),
  ).toBeUndefined()
  expect(describe(readPage(0, foreign, 'native'))).toBeUndefined()
})

test('many pages give a short sentence', () => {
  const pages = Array.from({ length: 500 }, (_, i) => readPage(i, foreign))
  expect(describe(...pages)).toMatch(/19, 20 and 480 more could hardly be read/)
})
