import { expect, test } from 'vitest'
import { toGrey } from '../../images/grey-image.ts'
import { type Drawing, write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { findInk } from './find-ink.ts'
import { findTextLines } from './find-text-lines.ts'

const dpi = 150
const points = (pixels: number) => Math.round((pixels * 72) / dpi)

async function linesOf(draw: (drawing: Drawing) => void) {
  const image = await drawTextImage(draw, { dpi, pdf: { size: [380, 130] } })
  return findTextLines(await findInk(toGrey(image)))
    .map(({ box }) => box.map(points))
    .sort((a, b) => a[1]! - b[1]! || a[0]! - b[0]!)
}

test('an empty picture has no lines', async () => {
  expect(await linesOf(() => {})).toEqual([])
})

test('each line is found whole, and a wide gap parts it', async () => {
  const lines = await linesOf((d) => {
    write(d, 'The goods were delivered on time.', 30, 30)
    write(d, 'Total amount due', 30, 60)
    write(d, '1,240.50', 300, 60)
  })

  expect(lines.map(([left = 0, , right = 0]) => [left, right])).toEqual([
    [expect.closeTo(30, -0.5), expect.closeTo(210, -1.2)],
    [expect.closeTo(31, -0.5), expect.closeTo(122, -1.2)],
    [expect.closeTo(300, -0.5), expect.closeTo(346, -1.2)],
  ])
})

test('a page full of specks costs nothing', () => {
  const width = 1000
  const height = 400
  const pixels = Uint8Array.from({ length: width * height }, (_, i) =>
    i % 2 === 0 && Math.floor(i / width) % 2 === 0 ? 1 : 0,
  )

  expect(findTextLines({ width, height, pixels })).toEqual([])
})
