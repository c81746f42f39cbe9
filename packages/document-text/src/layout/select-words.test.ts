import { expect, test } from 'vitest'
import type { DocumentText } from '../model.ts'
import { readModes } from '../reader.ts'
import { turnPage, typeDocument, typePage } from '../testing/type-page.ts'
import { type SelectOptions, selectWords } from './select-words.ts'

/** The words of each line. */
function linesOf(document: DocumentText, options: SelectOptions): string[] {
  const [page] = selectWords(document, options).pages
  return page!.lines.map(({ start, end }) =>
    page!.words
      .slice(start, end)
      .map(({ text }) => text)
      .join(' '),
  )
}

const phraseAt = (text: string, y: number) => ({ text, x: 50, y })
const read = typePage([
  phraseAt('sure', 100),
  { ...phraseAt('smudge', 112), confidence: 0.29, origin: 'ocr' as const },
  { ...phraseAt('native', 124), confidence: 0.1 },
])

test('a document that keeps all its words is not copied', () => {
  const document = typeDocument(read)
  const savedText = selectWords(document, { wordConfidenceThreshold: 0 })

  expect(savedText.pages[0]).toBe(document.pages[0])
})

test('recognised words below the threshold are dropped, but not where the mode has none', () => {
  const document = typeDocument(read)
  const keepingModes = readModes.filter((mode) => linesOf(document, { mode }).includes('smudge'))

  expect(keepingModes).toEqual(['native_text', 'low_cost'])
  expect(linesOf(document, {})).toEqual(['sure', 'native'])
  expect(linesOf(document, { wordConfidenceThreshold: 0.29 })).toHaveLength(3)
})

test('lines stay around the words that are left, and empty ones go', () => {
  const page = typePage([
    { ...phraseAt('gone', 100), confidence: 0, origin: 'ocr' },
    phraseAt('Total of all', 112),
    phraseAt('end', 124),
  ])
  const words = page.words.map((word) =>
    word.text === 'all' ? { ...word, confidence: 0, origin: 'ocr' as const } : word,
  )
  const [savedPage] = selectWords(typeDocument({ ...page, words }), {}).pages

  expect(savedPage!.lines).toEqual([
    { start: 0, end: 2, box: [50, 104, 87.5, 114] },
    { start: 2, end: 3, box: [50, 116, 65, 126] },
  ])
  expect(savedPage!.words.map(({ text }) => text)).toEqual(['Total', 'of', 'end'])
})

const turnedPage = typePage([
  phraseAt('the main text of the page', 100),
  { ...phraseAt('askew', 112), angle: 20 },
  { ...phraseAt('backwards', 124), angle: 340 },
  { ...phraseAt('watermark', 136), angle: 45 },
  { ...phraseAt('spine', 148), angle: 270 },
])

test('turned text stays unless it is unwanted; then what is turned beyond the threshold is dropped', () => {
  const document = typeDocument(turnedPage)

  expect(linesOf(document, {})).toHaveLength(5)
  expect(linesOf(document, { watermarkAngleThreshold: 10 })).toHaveLength(5)
  expect(linesOf(document, { allowRotatedText: false })).toEqual([
    'the main text of the page',
    'askew',
    'backwards',
  ])
  expect(linesOf(document, { allowRotatedText: false, watermarkAngleThreshold: 10 })).toEqual([
    'the main text of the page',
  ])
})

test('vertical text is dropped alone when it is unwanted', () => {
  expect(linesOf(typeDocument(turnedPage), { ignoreVerticalText: true })).toEqual([
    'the main text of the page',
    'askew',
    'backwards',
    'watermark',
  ])
})

test('on a page that lies on its side, its main text is not the vertical one', () => {
  const page = turnPage(typePage([phraseAt('the main text of the page', 100)]), 90)
  const document = typeDocument(page)

  expect(linesOf(document, { ignoreVerticalText: true, allowRotatedText: false })).toHaveLength(1)
})

test('check boxes are words only where the mode looks for them', () => {
  const page = typePage([phraseAt('[X] Married', 100)])
  const words = page.words.map((word, i) =>
    i === 0 ? { ...word, isCheckbox: true as const } : word,
  )
  const document = typeDocument({ ...page, words })
  const showingModes = readModes.filter((mode) => linesOf(document, { mode })[0] === '[X] Married')

  expect(showingModes).toEqual(['auto', 'form', 'table'])
  expect(linesOf(document, { mode: 'native_text' })).toEqual(['Married'])
})

test('dashes that were typed as a ruling line are dropped by the modes of OCR', () => {
  const document = typeDocument(
    typePage([phraseAt('Total', 100), phraseAt('--------', 112), phraseAt('-- ok --', 124)]),
  )
  const droppingModes = readModes.filter((mode) => linesOf(document, { mode }).length === 2)

  expect(droppingModes).toEqual(['low_cost', 'high_quality', 'form', 'table'])
  expect(linesOf(document, { mode: 'form' })).toEqual(['Total', '-- ok --'])
})

test('a check box stays however unsure its mark is, because marks have a threshold of their own', () => {
  const page = typePage([phraseAt('[X] Married', 100)])
  const words = page.words.map((word, i) =>
    i === 0
      ? { ...word, isCheckbox: true as const, origin: 'ocr' as const, confidence: 0.1 }
      : word,
  )
  const document = typeDocument({ ...page, words })

  expect(linesOf(document, { mode: 'form' })[0]).toBe('[X] Married')
})
