import { expect, test } from 'vitest'
import type { Page, Word } from '../model.ts'
import { typeDocument, typePage } from '../testing/type-page.ts'
import { rawText } from './raw-text.ts'

const nativeTail = `\n<<<\n\f${'\n'.repeat(7)}`
const phraseAt = (text: string, x: number, y: number, size = 10) => ({
  text,
  x,
  y,
  size,
  withGlyphs: true,
})
const textOf = (page: Page, options = {}) => rawText(typeDocument(page), options).text

/** Words of five-point letters from given places, with no space spelt after them. */
function unspaced(...words: readonly (readonly [text: string, x: number, y?: number])[]): Page {
  const page = typePage(words.map(([text, x, y = 100]) => phraseAt(text, x, y)))
  const join = (word: Word): Word =>
    word.glyphs ? { ...word, glyphs: { ...word.glyphs, isSpaced: false } } : word
  return { ...page, words: page.words.map(join) }
}

test('a page ends in the separator, a form feed and seven line feeds; an empty page is no more than that', () => {
  expect(textOf(typePage([]))).toBe(nativeTail)
  expect(textOf(typePage([phraseAt('one two', 50, 100), phraseAt('three', 50, 114)]))).toBe(
    `one two\nthree${nativeTail}`,
  )
  expect(textOf(typePage([]), { pageSeparator: '[{{page_no}}]' })).toBe(
    nativeTail.replace('<<<', '[1]'),
  )
})

test('pages follow each other without a line feed of their own', () => {
  const { text, lines } = rawText(
    typeDocument(
      typePage([phraseAt('one', 50, 100)]),
      typePage([]),
      typePage([phraseAt('two', 50, 100)]),
    ),
  )

  expect(text).toBe(`one${nativeTail}${nativeTail}two${nativeTail}`)
  const rows = text.split('\n')
  expect(lines.map(({ page, lineIndex }) => [page, rows[lineIndex]])).toEqual([
    [0, 'one'],
    [2, 'two'],
  ])
})

test('a word ends where the gap is wider than three points, however near the letters look', () => {
  expect(textOf(unspaced(['ab', 50], ['cd', 63]))).toBe(`abcd${nativeTail}`)
  expect(textOf(unspaced(['ab', 50], ['cd', 63.1]))).toBe(`ab cd${nativeTail}`)
})

test('a space that the file spells ends a word without any gap', () => {
  const page = unspaced(['ab', 50], ['cd', 60])
  const [first, second] = page.words
  const spacedWord = { ...first!, glyphs: { ...first!.glyphs!, isSpaced: true } }

  expect(textOf({ ...page, words: [spacedWord, second!] })).toBe(`ab cd${nativeTail}`)
})

test('a space that the file spells ends a word where it is drawn, also within one', () => {
  const [word] = typePage([phraseAt('549', 50, 100)]).words
  const edges = [50, 55, 55, 60, 60, 65, 53, 53]
  const glyphs = { edges, tops: [100, 100, 100, 100], isSpaced: true }

  expect(textOf({ ...typePage([phraseAt('549', 50, 100)]), words: [{ ...word!, glyphs }] })).toBe(
    `5 49${nativeTail}`,
  )
})

test('a gap between the letters of one large word counts as well', () => {
  const [word] = typePage([phraseAt('AB', 50, 100, 40)]).words
  const edges = [50, 66, 70, 90]
  const page = typePage([phraseAt('AB', 50, 100, 40)])

  expect(textOf({ ...page, words: [{ ...word!, glyphs: { edges, isSpaced: false } }] })).toBe(
    `A B${nativeTail}`,
  )
})

test('lines are letters whose upper edges lie within three points, one after the other', () => {
  expect(textOf(unspaced(['right', 300, 103], ['left', 50, 100]))).toBe(`left right${nativeTail}`)
  expect(textOf(unspaced(['left', 50, 100], ['right', 300, 103.1]))).toBe(
    `left\nright${nativeTail}`,
  )
  expect(textOf(unspaced(['a', 50, 100], ['b', 100, 102.5], ['c', 150, 105]))).toBe(
    `a b c${nativeTail}`,
  )
  expect(textOf(unspaced(['a', 50, 100], ['b', 100, 102], ['c', 105.5, 105.5]))).toContain('\n')
})

test('letters that touch but stand more than three points higher begin a new word, which may begin a line', () => {
  expect(textOf(unspaced(['E', 50, 100], ['x', 80, 102.9], ['2', 85, 98], ['y', 90, 95.5]))).toBe(
    `2y\nE x${nativeTail}`,
  )
})

test('small capitals are words of their own where their upper edges leave the line', () => {
  const [word] = typePage([phraseAt('IN', 50, 100)]).words
  const glyphs = { edges: [50, 60, 60, 68], tops: [90, 95], isSpaced: false }

  expect(textOf({ ...typePage([phraseAt('IN', 50, 100)]), words: [{ ...word!, glyphs }] })).toBe(
    `I\nN${nativeTail}`,
  )
})

test('text that does not stand upright is left out of native pages', () => {
  const page = typePage([phraseAt('main', 50, 100), { ...phraseAt('DRAFT', 50, 300), angle: 45 }])

  expect(textOf(page)).toBe(`main${nativeTail}`)
})

test('words whose letters have no places stand by themselves', () => {
  const page = typePage([{ text: 'Name: Ada', x: 50, y: 100, origin: 'form' }])

  expect(textOf(page)).toBe(`Name: Ada${nativeTail}`)
})

test('lines are numbered like those of the layout text', () => {
  const { text } = rawText(typeDocument(typePage([phraseAt('one', 50, 100)])), {
    addLineNumbers: true,
  })

  expect(text.split('\n')[0]).toBe('0x0: one')
  expect(text.split('\n').at(-1)).toBe('0x9: ')
})
