import { expect, test } from 'vitest'
import type { PageImage } from '../../images/page-image.ts'
import { write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { flattenPaper } from './flatten-paper.ts'
import { measureLines } from './straighten.ts'

const words = 'Please transfer the amount that is due to our account within thirty days'

function drawPage(rotate = 0, lines = 14): Promise<PageImage> {
  return drawTextImage(
    (drawing) => {
      for (let i = 0; i < lines; i++) write(drawing, words, 30, 40 + i * 22)
    },
    { dpi: 130, rotate, pdf: { size: [480, 72 + 22 * lines] } },
  )
}

/** Moves each column of a picture down by what the curve says. */
function bend(
  { width, height, channels, pixels }: PageImage,
  curve: (x: number) => number,
): PageImage {
  const bentPixels = new Uint8Array(pixels.length).fill(255)
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) {
      const from = Math.round(y - curve(x / width))
      if (from >= 0 && from < height) bentPixels[y * width + x] = pixels[from * width + x]!
    }
  return { width, height, channels, pixels: bentPixels }
}

const flatten = async (image: PageImage) => flattenPaper(image, await measureLines(image))

type Curve = (x: number) => number

const wave: Curve = (x) => 18 * Math.sin(2 * Math.PI * x)
const steepWave: Curve = (x) => 28 * Math.sin(4 * Math.PI * x + 1)
const curl: Curve = (x) => 60 * (x - 0.5) ** 2
const folds: Curve = (x) => (x < 0.35 ? 0 : x < 0.7 ? (x - 0.35) * 70 : 24.5 - (x - 0.7) * 60)

const curves: readonly [string, number, Curve][] = [
  ['a wave', 14, wave],
  ['a curl', 14, curl],
  ['two folds', 14, folds],
  ['a steep wave', 14, steepWave],
  ['a wave, three of them', 3, wave],
  ['a steep wave, two of them', 2, steepWave],
]

test.each(curves)(
  'lines that follow %s become straight, and lead back to where they were',
  async (_, lines, curve) => {
    const page = await drawPage(0, lines)
    const flat = await flatten(bend(page, curve))
    const middle = curve(0.5)
    const errors = [0.15, 0.3, 0.5, 0.7, 0.85].flatMap((x) =>
      [0.3, 0.5, 0.7].map((y) => {
        const [backX, backY] = flat!.toGiven([x * page.width, y * page.height])
        const [, middleY] = flat!.toGiven([0.5 * page.width, y * page.height])
        expect(backX).toBe(x * page.width)
        return Math.abs(backY - middleY - (curve(x) - middle))
      }),
    )

    // A line of this page is 15 pixels high.
    expect(Math.max(...errors)).toBeLessThan(5)
  },
)

test('a bent page whose lines seem to lean far, because no direction suits them all, is followed from the level', async () => {
  const page = bend(await drawPage(), wave)
  const lines = await measureLines(page)
  const misleadingLines = { ...lines, direction: { ...lines.direction, skew: -43 } }

  expect(flattenPaper(page, misleadingLines)).toBeDefined()
})

test('pages that are flat, lean, or have no text stay as they are', async () => {
  expect(await flatten(await drawPage())).toBeUndefined()
  for (const degrees of [3, 14, -33]) expect(await flatten(await drawPage(degrees))).toBeUndefined()
  const empty = new Uint8Array(300 * 300).fill(255)
  expect(await flatten({ width: 300, height: 300, channels: 1, pixels: empty })).toBeUndefined()
})
