import { expect, test } from 'vitest'
import { settlePoints } from './settle-points.ts'
import { cutWords, writeWord } from './split-words.ts'

const place = { centreX: 100, centreY: 24, width: 200, height: 48, angle: 0 }
const width = 200
const height = 48

type Mark = { readonly x: number; readonly tone: number }

/** A line of black bars, whose characters stand so many pixels from the left; points and commas are dots if they are drawn at all. */
function lineOf(text: string, positions: readonly number[], mark?: Mark) {
  const values = new Float32Array(width * height).fill(255)
  const fill = (
    x: number,
    [top, bottom]: readonly [number, number],
    side: number,
    tone: number,
  ) => {
    for (let y = top; y < bottom; y++) values.fill(tone, y * width + x, y * width + x + side)
  }
  for (const [i, x] of positions.entries()) if (/\w/.test(text[i]!)) fill(x, [10, 40], 14, 0)
  if (mark) fill(mark.x, [36, 40], 4, mark.tone)
  const characters = [...text].map((letter, i) => {
    const step = Math.floor((positions[i]! + 7) / 8)
    return { text: letter, firstStep: step, lastStep: step, confidence: 0.9, spaceBefore: 0 }
  })
  const picture = { width, height, channels: 1, values } as const
  return { place, picture, characters, columnsPerStep: 8, steps: 25 }
}

type Line = ReturnType<typeof lineOf>

const amounts = ['1.10', '2.20', '3.30'].map((text) =>
  lineOf(text, [10, 26, 34, 50], { x: 28, tone: 0 }),
)
const settle = (...lines: Line[]) =>
  settlePoints(lines).map(({ characters }) => characters.map(({ text }) => text).join(''))
const wordOf = (...lines: Line[]) => cutWords(settlePoints(lines).at(-1)!).map(writeWord)

/** Digits that stand evenly but for a few pixels, between which the network rounds their places apart. */
const nearlyEven = [10, 27, 43]
/** As much more room before the decimals as a point takes. */
const withRoom = [10, 34, 50]

test('a number stays a number on a page without amounts, and where its digits stand evenly', () => {
  expect(settle(lineOf('240', [10, 40, 56]))).toEqual(['240'])
  expect(settle(...amounts, lineOf('240', [10, 26, 42]))[3]).toBe('240')
  expect(settle(...amounts, lineOf('A40', [10, 40, 56]))[3]).toBe('A40')
})

test('a sharp number without any ink of a point gets none, wherever the network places its digits', () => {
  for (let left = 4; left < 20; left++) {
    const line = lineOf(
      '557',
      nearlyEven.map((x) => x + left - 10),
    )
    expect(wordOf(...amounts, line)).toMatchObject([{ text: '557' }])
    expect(wordOf(...amounts, line)[0]!.confidence).toBeGreaterThan(0.85)
  }
})

test('decimals that stand far apart get their point back where amounts have points, and are doubted', () => {
  const [word] = wordOf(...amounts, lineOf('240', [10, 40, 56]))
  expect(word?.text).toBe('2.40')
  expect(word?.confidence).toBeLessThan(0.5)
})

test('a faint point is put back where its ink is left', () => {
  expect(settle(...amounts, lineOf('240', withRoom))[3]).toBe('240')
  expect(settle(...amounts, lineOf('240', withRoom, { x: 27, tone: 180 }))[3]).toBe('2.40')
})

test('a number with a point that was read where no ink is says that it is doubtful', () => {
  const positions = [10, 24, 28, 44]
  expect(wordOf(lineOf('5.57', positions))[0]!.confidence).toBeLessThan(0.5)
  const dottedLine = lineOf('5.57', [10, 28, 36, 52], { x: 28, tone: 0 })
  expect(wordOf(dottedLine)[0]!.confidence).toBeCloseTo(0.9)
})
