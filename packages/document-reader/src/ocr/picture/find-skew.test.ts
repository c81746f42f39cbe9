import { expect, test } from 'vitest'
import { write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { degreesOf, measureLines, straighten } from './straighten.ts'

const drawLetter = (drawing: PDFKit.PDFDocument) => {
  for (let line = 0; line < 20; line++)
    write(drawing, `Line ${line} of a letter about 1,240 boxes and their price`, 60, 60 + line * 24)
  // A rule down the margin must not look like the direction of the text.
  drawing.moveTo(40, 40).lineTo(40, 700).lineWidth(3).stroke()
}

test.each([0, 3, -12, 90, 94, 270])(
  'text drawn at %i degrees is measured to a quarter of a degree',
  async (degrees) => {
    const image = await drawTextImage(drawLetter, { dpi: 100, rotate: degrees })

    const degreesFound = degreesOf((await measureLines(image)).direction)

    // Which way up the text stands is not told by its lines.
    const difference = (((degreesFound - degrees) % 180) + 180) % 180
    expect(Math.min(difference, 180 - difference)).toBeLessThan(0.25)
  },
)

test('an empty picture is taken as upright', async () => {
  const image = await drawTextImage(() => {}, { dpi: 50 })

  expect((await measureLines(image)).direction).toEqual({
    skew: 0,
    axis: 'horizontal',
    letterHeight: 0,
  })
})

test('a straightened picture leads every point back to where it was', async () => {
  const drawDot = (drawing: PDFKit.PDFDocument) => drawing.rect(100, 100, 12, 12).fill()
  const image = await drawTextImage(drawDot, { dpi: 72, rotate: 30 })

  const { image: upright, toGiven } = await straighten(image, 30)

  const [x, y] = toGiven(darkestMiddle(upright))
  const [wantedX, wantedY] = darkestMiddle(image)
  expect(Math.hypot(x - wantedX, y - wantedY)).toBeLessThan(1.5)
})

function darkestMiddle({ width, pixels }: { width: number; pixels: Uint8Array }) {
  let sumX = 0
  let sumY = 0
  let count = 0
  pixels.forEach((value, i) => {
    if (value > 100) return
    sumX += i % width
    sumY += Math.floor(i / width)
    count++
  })
  return [sumX / count + 0.5, sumY / count + 0.5] as const
}
