import { expect, test } from 'vitest'
import { typeDocument, typePage } from '../testing/type-page.ts'
import { phraseText } from './phrase-text.ts'

const tail = `\n\n\n<<<\n\f${'\n'.repeat(7)}`
const phraseAt = (text: string, x: number, y: number, size = 10) => ({ text, x, y, size })

test('an empty page is no more than its end', () => {
  expect(phraseText(typeDocument(typePage([]))).text).toBe(tail)
})

test('phrases that a wide gap parts stand on lines of their own, and their words keep single spaces', () => {
  const page = typePage([
    phraseAt('Your statement and', 50, 100),
    phraseAt('must be received', 50, 114),
    phraseAt('Total due', 300, 100),
    phraseAt('42.00', 450, 100),
  ])
  const { text } = phraseText(typeDocument(page))

  expect(text.split('\n').slice(0, 4).toSorted()).toEqual(
    ['Your statement and', 'must be received', 'Total due', '42.00'].toSorted(),
  )
  expect(text.endsWith(tail)).toBe(true)
})

test('phrases come in the reading order of the page, one column after the other', () => {
  const left = ['one', 'two', 'three', 'four'].map((text, i) => phraseAt(text, 50, 100 + i * 14))
  const right = ['five', 'six', 'seven', 'eight'].map((text, i) =>
    phraseAt(text, 300, 100 + i * 14),
  )
  const page = typePage([...left, ...right])

  expect(phraseText(typeDocument(page)).text).toBe(
    `one\ntwo\nthree\nfour\nfive\nsix\nseven\neight${tail}`,
  )
})

test('blank lines follow each phrase when they are asked for', () => {
  const page = typePage([phraseAt('Total due', 50, 100), phraseAt('42.00', 300, 100)], {
    ocr: 'low_cost',
  })

  expect(phraseText(typeDocument(page), { blankLines: 2 }).text).toBe(`Total due\n\n\n42.00${tail}`)
})

test('the words of recognised rows hold together although their boxes jump', () => {
  const words = ['Total', 'of', 'all', '42.00'].map((text, i) => ({
    text,
    x: 50 + [0, 34, 50, 70][i]!,
    y: 100 + [0, 3, -1, 2][i]!,
    size: [12, 10, 13, 11][i]!,
    origin: 'ocr' as const,
  }))

  expect(phraseText(typeDocument(typePage(words, { ocr: 'low_cost' }))).text).toBe(
    `Total of all 42.00${tail}`,
  )
})

test('text that is turned away from the rest is a phrase too, and lines can be numbered', () => {
  const page = typePage([phraseAt('main', 50, 100), { ...phraseAt('DRAFT', 50, 300), angle: 45 }])

  expect(phraseText(typeDocument(page), { addLineNumbers: true }).text).toContain(
    '0x0: main\n0x1: DRAFT',
  )
})

test('each line says which words it holds', () => {
  const page = typePage([phraseAt('Total due', 50, 100), phraseAt('42.00', 300, 100)])
  const { lines } = phraseText(typeDocument(page), { blankLines: 2 })

  expect(lines.map(({ lineIndex, words }) => [lineIndex, words])).toEqual([
    [0, [0, 1]],
    [3, [2]],
  ])
})
