import { rawText } from '@recto/document-text/layout/raw-text'
import { afterAll, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { rawPage } from './testing/raw-pdf.ts'

/** Text without layout follows a fixed rule, so that what users have stored can be compared byte by byte. */

const reader = openReader()
afterAll(() => reader.close())

/** Courier: each letter is as wide as the next. */
const size = 10
const width = 6

type Run = {
  readonly text: string
  readonly x: number
  /** Points above the bottom of the page. */
  readonly y: number
  /** Points that are added between its letters. */
  readonly tracking?: number
}

function draw(runs: readonly Run[]): Uint8Array {
  const content = runs.map(
    ({ text, x, y, tracking = 0 }) =>
      `/C1 ${size} Tf ${tracking} Tc 1 0 0 1 ${x} ${y} Tm (${text}) Tj`,
  )
  return rawPage(`BT ${content.join('\n')} ET`, {
    fonts: '/C1 6 0 R',
    more: ['<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>'],
  })
}

type Letter = { readonly text: string; readonly start: number; readonly top: number }

/** The rule, by the letter: three points along the line or across it begin a new word, and three points across it a new line. */
function expectedText(runs: readonly Run[]): string {
  const letters = runs.flatMap(({ text, x, y, tracking = 0 }) =>
    [...text].map(
      (letter, i): Letter => ({ text: letter, start: x + i * (width + tracking), top: -y }),
    ),
  )
  return cluster(cluster(letters).flatMap(wordsOf))
    .map((line) => line.map(({ text }) => text).join(' '))
    .join('\n')
}

function wordsOf(row: readonly Letter[]): readonly Letter[] {
  const parts: Letter[][] = [[]]
  for (const letter of row) {
    const previous = parts.at(-1)!.at(-1)
    if (letter.text === ' ') parts.push([])
    else if (previous && isNear(previous, letter)) parts.at(-1)!.push(letter)
    else parts.push([letter])
  }
  return parts
    .filter((part) => part.length > 0)
    .map((part) => ({
      text: part.map(({ text }) => text).join(''),
      start: part[0]!.start,
      top: Math.min(...part.map(({ top }) => top)),
    }))
}

function isNear(previous: Letter, { start, top }: Letter): boolean {
  return start <= previous.start + width + 3 && Math.abs(top - previous.top) <= 3
}

function cluster(letters: readonly Letter[]): readonly Letter[][] {
  const rows: Letter[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const letter of letters.toSorted((a, b) => a.top - b.top)) {
    if (letter.top > last + 3) rows.push([])
    rows.at(-1)!.push(letter)
    last = letter.top
  }
  return rows.map((row) => row.toSorted((a, b) => a.start - b.start))
}

async function textOf(runs: readonly Run[]): Promise<string> {
  const document = await reader.read(draw(runs), { mode: 'native_text', withGlyphs: true })
  return rawText(document).text.split('\n<<<')[0]!
}

const line = (...words: readonly (readonly [text: string, x: number])[]): Run[] =>
  words.map(([text, x]) => ({ text, x, y: 700 }))

test.each([
  ['a gap of hardly more than three points', line(['ab', 50], ['cd', 65.002]), 'ab cd'],
  ['a gap of hardly less', line(['ab', 50], ['cd', 64.998]), 'abcd'],
  ['letters that are set apart', [{ text: 'ANNA', x: 50, y: 700, tracking: 3.4 }], 'A N N A'],
  ['letters that are set apart less', [{ text: 'ANNA', x: 50, y: 700, tracking: 2.6 }], 'ANNA'],
  ['a value over the spaces of its label', line(['No:    ', 50], ['4711', 70]), 'No: 4 7 1 1'],
  [
    'a value over spaces that are drawn one by one',
    line(['No:', 50], [' ', 68], [' ', 74], [' ', 80], ['4711', 80.5]),
    'No: 4711',
  ],
  [
    'a value that begins where a space does',
    line(['No', 50], [' ', 62], [' ', 68], ['47', 68]),
    'No 47',
  ],
  ['a title that is drawn twice', line(['Total', 50], ['Total', 50.3]), 'TToottaall'],
  [
    'lines that are near each other',
    [...line(['one', 50]), { text: 'two', x: 50, y: 697.5 }],
    'otnweo',
  ],
])('%s', async (_, runs, expected) => {
  expect(await textOf(runs)).toBe(expected)
})

/** A sequence of numbers below 1 that is the same for the same seed. */
function sequenceOf(seed: number): () => number {
  let state = seed * 7919
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

const hundredths = (value: number) => Math.round(value * 100) / 100

/** A text; some have their letters set apart, some end in spaces. */
function textAt(x: number, y: number, next: () => number): Run & { readonly end: number } {
  const letters = Array.from({ length: 1 + Math.floor(next() * 7) }, () =>
    String.fromCharCode(97 + Math.floor(next() * 26)),
  )
  const tracking = next() < 0.15 ? hundredths(next() * 5) : 0
  const spaces = tracking === 0 && next() < 0.2 ? ' '.repeat(1 + Math.floor(next() * 4)) : ''
  const end = x + letters.length * (width + tracking)
  return { text: letters.join('') + spaces, x, y, tracking, end }
}

/** Lines of words with gaps of 2.5 to 4 points and others, spaces that are drawn by themselves, and texts drawn twice. */
function runsOf(seed: number): readonly Run[] {
  const next = sequenceOf(seed)
  const runs: Run[] = []
  // A gap, or a step, of exactly three points is one of the last decimal.
  for (let y = 700.05; y > 400; y -= 2 + Math.floor(next() * 200) / 10 + 0.05)
    runs.push(...lineAt(y, next))
  return runs
}

function lineAt(y: number, next: () => number): readonly Run[] {
  const runs: Run[] = []
  for (let x = 50; x < 450; ) {
    const { end, ...run } = textAt(x, y, next)
    const kind = next()
    const gap = next() < 0.5 ? 2.5 + next() * 1.5 : next() * 30
    runs.push(run)
    if (kind < 0.06) runs.push({ ...run, x: x + 0.21 })
    if (kind > 0.9) runs.push({ text: ' ', x: x + 3.37, y })
    x = end + hundredths(gap) + 0.003
  }
  return runs
}

test.each(Array.from({ length: 12 }, (_, i) => i + 1))(
  'a page of many such runs: %i',
  async (seed) => {
    const runs = runsOf(seed)

    expect(await textOf(runs)).toBe(expectedText(runs))
  },
)
