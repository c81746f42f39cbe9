import type { Box } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { ColourPicture } from '../pictures/render-page.ts'

/**
 * Limits per part: rendered pixels, above which the scale is reduced, and sampled pixels per box.
 */
const maxPixels = 1_500_000
const maxSamples = 4000

type Size = { readonly width: number; readonly height: number }

type PartOptions = {
  /** In points of the displayed page. */
  readonly boxes: readonly Box[]
  /** Pixels per point. */
  readonly scale: number
}

/**
 * Returns the part of a page that encloses the given boxes; `undefined` when all of them are off
 * the page.
 */
export function openPart(page: Size, { boxes, scale: requestedScale }: PartOptions) {
  const box = boxes.length > 0 && clip(uniteBoxes(boxes), page)
  if (!box) return undefined
  const area = (box[2] - box[0]) * (box[3] - box[1])
  const scale = Math.min(requestedScale, Math.sqrt(maxPixels / Math.max(1, area)))
  return {
    region: { box, scale },
    /** Converts a box of the page to pixels of the part. */
    toPixels: ([x0, y0, x1, y1]: Box): Box => [
      Math.max(0, Math.floor((x0 - box[0]) * scale)),
      Math.max(0, Math.floor((y0 - box[1]) * scale)),
      Math.ceil((x1 - box[0]) * scale),
      Math.ceil((y1 - box[1]) * scale),
    ],
  }
}

function clip(box: Box, { width, height }: Size): Box | undefined {
  const x0 = Math.max(0, Math.floor(box[0]) - 1)
  const y0 = Math.max(0, Math.floor(box[1]) - 1)
  const x1 = Math.min(width, Math.ceil(box[2]) + 1)
  const y1 = Math.min(height, Math.ceil(box[3]) + 1)
  return x1 > x0 && y1 > y0 ? [x0, y0, x1, y1] : undefined
}

export type Difference = {
  /** Share of the box's pixels that differ. */
  readonly share: number
  /**
   * Levels of green, 0 to 255, between the darkest and the brightest pixel of the second picture.
   */
  readonly range: number
}

/**
 * Measures how two pictures differ within a box. A pixel differs when one of its colours differs by
 * at least `levels` of 255; large boxes are sampled.
 */
export function measureDifference(
  [first, second]: readonly [ColourPicture, ColourPicture],
  [x0, y0, right, bottom]: Box,
  levels: number,
): Difference {
  const { width } = first
  const x1 = Math.min(width, right)
  const y1 = Math.min(first.height, bottom)
  const area = Math.max(0, x1 - x0) * Math.max(0, y1 - y0)
  const stride = Math.max(1, Math.floor(Math.sqrt(area / maxSamples)))
  let samples = 0
  let different = 0
  let low = 255
  let high = 0
  for (let y = y0; y < y1; y += stride)
    for (let x = x0; x < x1; x += stride) {
      const offset = (y * width + x) * 4
      samples++
      if (doPixelsDiffer(first.pixels, second.pixels, offset, levels)) different++
      const green = second.pixels[offset + 1]!
      low = Math.min(low, green)
      high = Math.max(high, green)
    }
  return { share: different / Math.max(1, samples), range: high - low }
}

function doPixelsDiffer(a: Uint8Array, b: Uint8Array, offset: number, levels: number): boolean {
  return (
    Math.abs(a[offset]! - b[offset]!) >= levels ||
    Math.abs(a[offset + 1]! - b[offset + 1]!) >= levels ||
    Math.abs(a[offset + 2]! - b[offset + 2]!) >= levels
  )
}
