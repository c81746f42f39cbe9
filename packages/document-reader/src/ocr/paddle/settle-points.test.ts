import { expect, test } from 'vitest'
import { settlePoints } from './settle-points.ts'

const place = { centreX: 100, centreY: 24, width: 200, height: 48, angle: 0 }

/** A line of black bars, whose characters stand so many pixels from the left. */
function lineOf(text: string, positions: readonly number[]) {
  const width = 200
  const height = 48
  const values = new Float32Array(width * height).fill(255)
  for (const x of positions)
    for (let y = 10; y < 40; y++) values.fill(0, y * width + x, y * width + x + 14)
  const characters = [...text].map((letter, i) => {
    const step = Math.floor((positions[i]! + 7) / 8)
    return { text: letter, firstStep: step, lastStep: step, confidence: 0.9, spaceBefore: 0 }
  })
  const picture = { width, height, channels: 1, values } as const
  return { place, picture, characters, columnsPerStep: 8, steps: 25 }
}

const wideLine = lineOf('240', [10, 40, 56])
const amounts = ['1.10', '2.20', '3.30'].map((text) => lineOf(text, [10, 24, 32, 48]))
const settle = (...lines: ReturnType<typeof lineOf>[]) =>
  settlePoints(lines).map(({ characters }) => characters.map(({ text }) => text).join(''))

test('a number stays a number on a page without amounts, and where its digits stand evenly', () => {
  expect(settle(wideLine)).toEqual(['240'])
  expect(settle(...amounts, lineOf('240', [10, 26, 42]))[3]).toBe('240')
  expect(settle(...amounts, lineOf('A40', [10, 40, 56]))[3]).toBe('A40')
})

test('decimals that stand apart get their point back where amounts have points', () => {
  expect(settle(...amounts, wideLine)[3]).toBe('2.40')
})
