import { expect, test } from 'vitest'
import { drawLinePicture, type InkArea } from '../../testing/draw-line-picture.ts'
import { inkProfile } from './ink-profile.ts'
import { looksHandwritten } from './looks-handwritten.ts'
import type { RecognisedLine } from './recognise-line.ts'

function lineOf(text: string, areas: readonly InkArea[]): RecognisedLine {
  const picture = drawLinePicture(areas, 400)
  const { width, height } = picture
  const characters = [...text].map((character, i) => ({
    text: character,
    firstStep: i,
    lastStep: i,
    confidence: 0.9,
    spaceBefore: 0,
  }))
  return {
    place: { centreX: width / 2, centreY: height / 2, width, height, angle: 0 },
    picture,
    characters,
    columnsPerStep: 8,
    steps: width / 8,
  }
}

const looksWritten = (line: RecognisedLine) => looksHandwritten(line, inkProfile(line.picture))

/** Shapes of many heights that stand on no line. */
const uneven = Array.from(
  { length: 12 },
  (_, i): InkArea => [20 + i * 30, 4 + ((i * 7) % 13), 8, 14 + ((i * 5) % 17)],
)

test('letters that stand on no line look handwritten', () => {
  expect(looksWritten(lineOf('call me later', uneven))).toBe(true)
})

test('letters on one line do not', () => {
  const even = uneven.map(([left, , wide]): InkArea => [left, 10, wide, 28])
  expect(looksWritten(lineOf('call me later', even))).toBe(false)
})

test.each([
  '本契約は下記の通り締結する',
  'このたびはありがとう',
  'インボイスナンバー',
  '주문하신 상품을 확인',
])('print of a script whose letters fill squares does not: %s', (text) => {
  expect(looksWritten(lineOf(text, uneven))).toBe(false)
})

test('letters of dots do not', () => {
  const dots = Array.from({ length: 240 }, (_, i): InkArea => {
    const column = Math.floor(i / 6)
    const row = i % 6
    return [10 + column * 9, 4 + row * 6 + Math.floor(column / 8), 4, 4]
  })
  expect(looksWritten(lineOf('TOTAL 12.50 EUR', dots))).toBe(false)
})
