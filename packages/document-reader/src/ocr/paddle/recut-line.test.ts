import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Drawing, write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { openPaddle, type Paddle } from './open-paddle.ts'

let paddle: Paddle

beforeAll(async () => {
  paddle = await openPaddle()
})
afterAll(() => paddle.close())

const labels = [
  'Name of the applicant',
  'Date of birth and place',
  'Permanent address',
  'Occupation and employer',
  'Signature of the guardian',
  'Telephone number',
  'Number of children',
  'Nationality',
]

/** A stroke of a pen that goes up and down. */
function scribble(drawing: Drawing, [x, y]: [number, number], size: [number, number]): void {
  const [width, height] = size
  const steps = Math.round(width / 9)
  drawing.lineWidth(1.2).moveTo(x, y)
  for (let i = 0; i < steps; i++) {
    const swing = height * (0.5 + 0.4 * Math.sin(i * 2.4))
    const left = x + (i * width) / steps
    const right = left + width / steps
    drawing.bezierCurveTo(left + 2, y - swing, right - 3, y + swing, right, y)
  }
  drawing.stroke()
}

test('printed lines that a pen has gone through and around are all read, each with its confidence', async () => {
  const image = await drawTextImage(
    (drawing) => {
      for (const [i, label] of labels.entries()) write(drawing, label, 30, 30 + i * 22)
      scribble(drawing, [110, 38], [160, 16])
      scribble(drawing, [130, 62], [150, 18])
      scribble(drawing, [100, 84], [150, 16])
      scribble(drawing, [150, 108], [110, 24])
      scribble(drawing, [140, 128], [120, 24])
    },
    { pdf: { size: [340, 240] } },
  )

  const words = await paddle.recognise(image)

  const read = words.map(({ text }) => text)
  for (const label of labels) expect(read).toContain(label.split(' ')[0])
  expect(words.every(({ confidence }) => confidence > 0 && confidence <= 1)).toBe(true)
})
