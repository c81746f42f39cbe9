import { expect, test } from 'vitest'
import type { RecognisedLine } from './recognise-line.ts'
import { cutWords, writeWord } from './split-words.ts'

const place = { centreX: 100, centreY: 24, width: 200, height: 48, angle: 0 }

type Glyph = { text: string; at: number; wide: number; spaceBefore?: number }

/** A line of black bars, 30 pixels high, where the letters stand; one step of the network for every 8 columns. */
function lineOf(glyphs: readonly Glyph[]): RecognisedLine {
  const width = 200
  const height = 48
  const values = new Float32Array(width * height).fill(255)
  for (const { at: index, wide } of glyphs)
    for (let y = 10; y < 40; y++) values.fill(0, y * width + index, y * width + index + wide)
  const characters = glyphs.map(({ text, at: index, wide, spaceBefore = 0.001 }) => {
    const step = Math.floor((index + wide / 2) / 8)
    return { text, firstStep: step, lastStep: step, confidence: 0.9, spaceBefore }
  })
  return {
    place,
    picture: { width, height, channels: 1, values },
    characters,
    columnsPerStep: 8,
    steps: 25,
  }
}

const splitWords = (line: RecognisedLine) => cutWords(line).map(writeWord)
const textsOf = (line: RecognisedLine) => splitWords(line).map(({ text }) => text)

test('even gaps are no spaces, however wide they are', () => {
  const line = lineOf([...'TOTAL'].map((text, i) => ({ text, at: 20 + i * 32, wide: 16 })))

  expect(textsOf(line)).toEqual(['TOTAL'])
})

test('a gap that is wide for its line is a space, and both words end at their ink', () => {
  const positions = [10, 34, 58, 130, 154]
  const line = lineOf([...'ABCDE'].map((text, i) => ({ text, at: positions[i]!, wide: 16 })))

  const words = splitWords(line)

  expect(words.map(({ text }) => text)).toEqual(['ABC', 'DE'])
  expect(words.map(({ quad }) => [quad[0][0], quad[1][0]])).toEqual([
    [expect.closeTo(10), expect.closeTo(74)],
    [expect.closeTo(130), expect.closeTo(170)],
  ])
  expect(words[0]!.quad[0][1]).toBeCloseTo(10)
  expect(words[0]!.quad[3][1]).toBeCloseTo(40)
})

test('a narrow gap is a space when the network thinks so', () => {
  const glyphs = [...'RMNO'].map((text, i) => ({ text, at: 10 + i * 24, wide: 16 }))
  expect(textsOf(lineOf(glyphs))).toEqual(['RMNO'])

  const consideredGlyphs = glyphs.map((glyph, i) => ({ ...glyph, spaceBefore: i === 2 ? 0.4 : 0 }))
  expect(textsOf(lineOf(consideredGlyphs))).toEqual(['RM', 'NO'])
})

test('wide Chinese brackets between Latin letters become plain ones', () => {
  const glyphAt = (i: number) => ({ at: 10 + i * 24, wide: 16 })
  const latin = [...'（A）'].map((text, i) => ({ text, ...glyphAt(i), spaceBefore: 0 }))
  expect(textsOf(lineOf(latin))).toEqual(['(A)'])

  const chinese = [...'（元）'].map((text, i) => ({ text, ...glyphAt(i), spaceBefore: 0 }))
  expect(textsOf(lineOf(chinese))).toEqual(['（元）'])
})

test('the Greek letter that the network writes for ß becomes it among Latin letters', () => {
  const write = (word: string) =>
    textsOf(lineOf([...word].map((text, i) => ({ text, at: 10 + i * 24, wide: 16 }))))
  expect(write('Maβ')).toEqual(['Maß'])
  expect(write('αβγ')).toEqual(['αβγ'])
})
