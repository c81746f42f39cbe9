import type { Box } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { ColourPicture } from '../pictures/render-page.ts'

/** Of a larger part of a page fewer pixels a point are drawn. */
const mostPixels = 1_500_000
const mostSamples = 4000

type Size = { readonly width: number; readonly height: number }

type Asked = {
  /** In points of the page as displayed. */
  readonly boxes: readonly Box[]
  /** Pixels a point. */
  readonly scale: number
}

/** As much of a page as holds some boxes of it; `undefined` when they all lie beside the page. */
export function openPart(page: Size, { boxes, scale: wanted }: Asked) {
  const box = boxes.length > 0 && clip(uniteBoxes(boxes), page)
  if (!box) return undefined
  const area = (box[2] - box[0]) * (box[3] - box[1])
  const scale = Math.min(wanted, Math.sqrt(mostPixels / Math.max(1, area)))
  return {
    drawn: { box, scale },
    /** Where a box lies in the picture of the part. */
    toPixels: ([x0, y0, x1, y1]: Box): Box => [
      Math.max(0, Math.floor((x0 - box[0]) * scale)),
      Math.max(0, Math.floor((y0 - box[1]) * scale)),
      Math.ceil((x1 - box[0]) * scale),
      Math.ceil((y1 - box[1]) * scale),
    ],
  }
}

function clip(box: Box, { width, height }: Size): Box | undefined {
  const [x0, y0] = [Math.max(0, Math.floor(box[0]) - 1), Math.max(0, Math.floor(box[1]) - 1)]
  const [x1, y1] = [Math.min(width, Math.ceil(box[2]) + 1), Math.min(height, Math.ceil(box[3]) + 1)]
  return x1 > x0 && y1 > y0 ? [x0, y0, x1, y1] : undefined
}

export type Difference = {
  /** Of the pixels of a box, how many differ. */
  readonly share: number
  /** Levels of green, 0 to 255, between the darkest and the brightest pixel of the second picture. */
  readonly range: number
}

/** How two pictures differ within a box, by so many levels of 255 in one of the colours; of a large box some pixels tell. */
export function differenceIn(
  [one, other]: readonly [ColourPicture, ColourPicture],
  [x0, y0, right, bottom]: Box,
  levels: number,
): Difference {
  const { width } = one
  const [x1, y1] = [Math.min(width, right), Math.min(one.height, bottom)]
  const area = Math.max(0, x1 - x0) * Math.max(0, y1 - y0)
  const stride = Math.max(1, Math.floor(Math.sqrt(area / mostSamples)))
  let [samples, different, low, high] = [0, 0, 255, 0]
  for (let y = y0; y < y1; y += stride)
    for (let x = x0; x < x1; x += stride) {
      const at = (y * width + x) * 4
      samples++
      if (differAt(one.pixels, other.pixels, at, levels)) different++
      const green = other.pixels[at + 1]!
      low = Math.min(low, green)
      high = Math.max(high, green)
    }
  return { share: different / Math.max(1, samples), range: high - low }
}

function differAt(a: Uint8Array, b: Uint8Array, at: number, levels: number): boolean {
  return (
    Math.abs(a[at]! - b[at]!) >= levels ||
    Math.abs(a[at + 1]! - b[at + 1]!) >= levels ||
    Math.abs(a[at + 2]! - b[at + 2]!) >= levels
  )
}
