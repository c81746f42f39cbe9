import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageImage } from '../../images/page-image.ts'
import { type Drawing, write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { openPaddle, type Paddle } from './open-paddle.ts'

let paddle: Paddle

beforeAll(async () => {
  paddle = await openPaddle()
})
afterAll(() => paddle.close())

const note = (drawing: Drawing) => {
  write(drawing, 'Invoice No. 2024-0815', 20, 20)
  write(drawing, 'Total due 1,234.50', 20, 50)
}
const noteText = 'Invoice No. 2024-0815 Total due 1,234.50'

const draw = (rotate: number) => drawTextImage(note, { rotate, pdf: { size: [200, 80] } })

async function read(image: PageImage) {
  const words = await paddle.recognise(image)
  return { words, text: words.map(({ text }) => text).join(' ') }
}

test('an aborted page is not read', async () => {
  const abortedSignal = AbortSignal.abort(new Error('No longer needed.'))

  const reading = paddle.recognise(await draw(0), { signal: abortedSignal })

  await expect(reading).rejects.toThrow('No longer needed.')
})

test('an empty page has no words', async () => {
  const blank = { width: 64, height: 64, channels: 1 as const, pixels: new Uint8Array(4096) }

  expect(await paddle.recognise(blank)).toEqual([])
})

test('words are read one by one, each with the box around it', async () => {
  const { words, text } = await read(await draw(0))

  expect(text).toBe(noteText)
  const [topLeft, , bottomRight] = words[0]!.quad
  const box = [...topLeft, ...bottomRight].map((pixels) => (pixels * 72) / 150)
  for (const [i, side] of [21, 22, 58, 31].entries())
    expect(Math.abs(box[i]! - side)).toBeLessThan(2.5)
  expect(words[0]!.confidence).toBeGreaterThan(0.9)
})

test('a page that lies on its head is read upright, and its boxes run backwards', async () => {
  const { words, text } = await read(await draw(180))

  expect(text).toBe(noteText)
  const [start, end] = words[0]!.quad
  expect(start[0]).toBeGreaterThan(end[0])
})

test('a page that lies on its side is read upright, and its boxes run down', async () => {
  const { words, text } = await read(await draw(90))

  expect(text).toBe(noteText)
  const [start, end] = words[0]!.quad
  expect(end[1]).toBeGreaterThan(start[1] + 30)
})

test('a page that was scanned askew is read along its slanted lines', async () => {
  const { words, text } = await read(await draw(-12))

  expect(text).toBe(noteText)
  const [start, end] = words[0]!.quad
  const degrees = (Math.atan2(end[1] - start[1], end[0] - start[0]) * 180) / Math.PI
  expect(Math.abs(degrees + 12)).toBeLessThan(2)
})

/** Letters of many sizes, heights and slants, as a hand writes them. */
function writeByHand(drawing: Drawing, text: string, top: number): void {
  let x = 20
  for (const [i, letter] of [...text].entries()) {
    const size = 16 * (1 + 0.12 * Math.sin(i * 2.3))
    const y = top + 3 * Math.sin(i * 1.7)
    drawing.font('Times-Italic').fontSize(size).save()
    drawing.rotate(9 * Math.sin(i * 1.1), { origin: [x, y + size] })
    write(drawing, letter, x, y)
    drawing.restore()
    x += drawing.widthOfString(letter) + 0.5
  }
}

test('what looks handwritten is marked, and print beside it is not', async () => {
  const image = await drawTextImage(
    (drawing) => {
      write(drawing.font('Helvetica').fontSize(12), 'Delivered on 3 May 2026', 20, 20)
      writeByHand(drawing, 'please call me back tomorrow', 60)
      writeByHand(drawing, 'the window is broken', 100)
    },
    { pdf: { size: [280, 140] } },
  )

  const words = await paddle.recognise(image)

  const textOf = (isHandwritten: boolean) =>
    words.filter((word) => (word.isHandwritten === true) === isHandwritten).map(({ text }) => text)
  expect(textOf(false).join(' ')).toBe('Delivered on 3 May 2026')
  expect(textOf(true).length).toBeGreaterThan(5)
})

test('the lines of a cell do not count as ink of its words', async () => {
  const image = await drawTextImage(
    (drawing) => {
      drawing.lineWidth(0.6)
      for (const [i, text] of ['gas', 'full time job'].entries()) {
        drawing.rect(10, 20 + i * 17, 260, 17).stroke()
        write(drawing.font('Times-Roman').fontSize(12), text, 20, 23 + i * 17)
      }
    },
    { dpi: 200, pdf: { size: [280, 80] } },
  )

  const words = await paddle.recognise(image)

  expect(words.map(({ text }) => text)).toEqual(['gas', 'full', 'time', 'job'])
  for (const { quad } of words) expect(((quad[2][1] - quad[0][1]) * 72) / 200).toBeLessThan(11.5)
})
