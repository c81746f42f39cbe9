import type { Box, Page, Word, WordOrigin } from '@recto/document-text/model'
import { pageText } from '@recto/document-text/page-lines'
import { describe, expect, test } from 'vitest'
import { placeWordsOf } from '../words/place-words.ts'
import { mergeWords } from './merge-words.ts'

function pageOf(words: readonly Word[]): Page {
  const lines = words.map(({ box }, i) => ({ box, start: i, end: i + 1 }))
  return { number: 0, width: 600, height: 800, rotation: 0, words, lines }
}

function word(text: string, box: Box, origin: WordOrigin = 'native'): Word {
  return { text, box, confidence: 1, origin }
}

function merge(native: readonly Word[], read: readonly Word[], need: 'page' | 'pictures'): string {
  const page = pageOf(native)
  return pageText({ ...page, ...mergeWords(page, need, placeWordsOf(pageOf(read))) })
}

const total = word('Total', [50, 100, 90, 114])

describe('what OCR reads where the file spells words too', () => {
  test('is left out where it lies on a word of the file, however far apart they begin', () => {
    const tall = word('TALL', [50, 100, 90, 180])

    expect(merge([total], [word('T0tal', [52, 101, 92, 113], 'ocr')], 'pictures')).toBe('Total')
    expect(merge([tall], [word('ALL', [52, 165, 90, 178], 'ocr')], 'pictures')).toBe('TALL')
  })

  test('is put into the line where it belongs', () => {
    const read = [
      word('42.00', [300, 101, 340, 113], 'ocr'),
      word('Invoice', [50, 60, 100, 74], 'ocr'),
    ]

    expect(merge([total], read, 'pictures')).toBe('Invoice\nTotal 42.00')
  })

  test('replaces words that are of no use, but not what was filled in', () => {
    const filledWord = word('Ada', [200, 100, 230, 114], 'form')
    const read = [word('Name', [50, 101, 90, 113], 'ocr'), word('Adx', [201, 101, 230, 113], 'ocr')]

    expect(merge([word('\u0001\u0002', total.box), filledWord], read, 'page')).toBe('Name Ada')
  })

  test('stands beside the text box that somebody wrote onto a scan', () => {
    const note = word('Received', [200, 100, 250, 114], 'markup')

    expect(merge([note], [word('Contract', [50, 101, 90, 113], 'ocr')], 'page')).toBe(
      'Contract Received',
    )
  })
})

test('check boxes that were found on a turned page stand before their labels', () => {
  const label = { ...pageOf([word('Yes', [400, 120, 414, 140])]), rotation: 90 as const }
  const rotatedLabel = { ...label, lines: label.lines.map((line) => ({ ...line, angle: 90 })) }
  const mark = { ...word('[X]', [401, 100, 413, 112], 'ocr'), isCheckbox: true as const }

  const mergedPage = mergeWords(rotatedLabel, 'marks', placeWordsOf(pageOf([mark])))

  expect(pageText({ ...rotatedLabel, ...mergedPage })).toBe('[X] Yes')
})

test('a page to which nothing was added stays as the file has it', () => {
  const page = pageOf([total])

  expect(mergeWords(page, 'pictures', [])).toBe(page)
})
