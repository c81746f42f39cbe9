import { layoutText } from '@recto/document-text/layout/layout-text'
import { formatVersion } from '@recto/document-text/model'
import { lineText } from '@recto/document-text/page-lines'
import { describe, expect, test } from 'vitest'
import { letterRun, type PlacedLetter, placedLetters, wideRuns } from '../testing/placed-letters.ts'
import { readPdfPages } from '../testing/read-pdf-pages.ts'

async function pageOf(bytes: Uint8Array) {
  const [reading] = await readPdfPages(bytes)
  return reading!.page
}

async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const page = await pageOf(bytes)
  return page.lines.map((line) => lineText(page, line))
}

const reverseText = (text: string) => [...text].reverse().join('')

/** Letter by letter from the right edge, in the order of reading; marks over the middle of their letters. */
function fromRight(text: string): PlacedLetter[] {
  let x = 300
  return [...text].flatMap((letter): PlacedLetter[] => {
    if (letter === ' ') {
      x -= 4
      return []
    }
    if (/\p{M}/u.test(letter)) return [[letter, x + 1, 700]]
    x -= 6
    return [[letter, x, 700]]
  })
}

describe('text that runs from the right', () => {
  test('is read in its order, whether the file has it as read, from the left, or letter by letter', async () => {
    const text = 'שלום עולם'

    const files = [
      letterRun(reverseText(text)),
      placedLetters(fromRight(text)),
      placedLetters(fromRight(text).toReversed()),
    ]

    for (const file of files) expect(await linesOf(file)).toEqual([text])
  })

  test('keeps marks behind the letters that they stand on', async () => {
    for (const text of ['שׁלָום', 'كِتَاب'])
      expect(await linesOf(placedLetters(fromRight(text)))).toEqual([text])
  })

  test('has its brackets the right way round, whether the file states their look or their meaning', async () => {
    expect(await linesOf(placedLetters(fromRight('שלום (עולם)')))).toEqual(['שלום (עולם)'])
    expect(await linesOf(placedLetters(fromRight('שלום )עולם(')))).toEqual(['שלום (עולם)'])
    expect(await linesOf(letterRun(`(2024) ${reverseText('שלום עולם')}`))).toEqual([
      'שלום עולם (2024)',
    ])
  })

  test('leaves numbers and words of other scripts in it as they are', async () => {
    const line = `${reverseText('שלום')} Recto GmbH 120.5 ${reverseText('עולם טוב')}`

    expect(await linesOf(letterRun(line))).toEqual(['עולם טוב Recto GmbH 120.5 שלום'])
  })
})

test('vowels and tones of Thai stay on their letters', async () => {
  const letters: PlacedLetter[] = [
    ['ท', 50, 700],
    ['ี', 54, 703],
    ['่', 54, 709],
    ['น', 56, 700],
    ['ี', 61, 703],
    ['ก', 62, 700],
    ['ํ', 66, 700],
    ['า', 68, 700],
  ]

  expect(await linesOf(placedLetters(letters))).toEqual(['ที่นีกำ'])
})

test('accents that are drawn by themselves are put on their letters', async () => {
  const letters: PlacedLetter[] = [
    ['p', 50, 700],
    ['´', 56, 700],
    ['e', 56, 700],
    ['r', 62, 700],
    ['u', 68, 700],
    ['¨', 68, 700],
    ['´', 82, 700],
  ]

  expect(await linesOf(placedLetters(letters))).toEqual(['pérü ´'])
})

test('characters beyond the first plane are whole', async () => {
  expect(await linesOf(letterRun('𝐀𝐁😀x'))).toEqual(['𝐀𝐁😀x'])
})

describe('text that is written downwards', () => {
  test('is read column by column from the right', async () => {
    const page = await pageOf(
      wideRuns(
        [
          ['縦に書く。「右」', 380, 700],
          ['日本語の文章は', 400, 700],
        ],
        'Identity-V',
      ),
    )

    expect(page.lines.map((line) => [lineText(page, line), line.angle])).toEqual([
      ['日本語の文章は', 90],
      ['縦に書く。「右」', 90],
    ])
    expect(layoutText({ formatVersion, pages: [page] }).text).toContain('日本語の文章は')
  })

  test('is found too where each character is drawn by itself; the same font from the left is not', async () => {
    const column = [...'日本語の文章'].map((one, i): PlacedLetter => [one, 300, 700 - i * 12])

    expect(await linesOf(placedLetters(column, { width: 1000 }))).toEqual(['日本語の文章'])
    expect(await linesOf(wideRuns([['横に書く。', 100, 700]], 'Identity-H'))).toEqual([
      '横に書く。',
    ])
  })

  test('is not made of a column of a table', async () => {
    const column = [...'月火水'].map((one, i): PlacedLetter => [one, 300, 700 - i * 20])

    expect(await linesOf(placedLetters(column, { width: 1000 }))).toEqual(['月', '火', '水'])
  })
})

test('text with a shadow is read once, double letters stay double', async () => {
  const drawShadowed = (text: string, dx: number, dy: number) =>
    placedLetters(
      [...text].flatMap((letter, i): PlacedLetter[] => {
        if (letter === ' ') return []
        return [
          [letter, 50 + i * 6, 700],
          [letter, 50 + i * 6 + dx, 700 - dy],
        ]
      }),
    )

  expect(await linesOf(drawShadowed('guests', 1.5, 1))).toEqual(['guests'])
  expect(await linesOf(drawShadowed('llama all', 2, 0))).toEqual(['llama all'])
})
