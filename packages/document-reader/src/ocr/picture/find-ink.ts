import type { GreyImage } from '../../images/grey-image.ts'
import { flattenLight } from './flatten-light.ts'

/** 1 where there is ink, 0 where there is paper; row by row from the top. */
export type InkMask = {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** An evenly lit page is never split outside of these tones, whatever its histogram says. */
const minSplit = 110
const maxSplit = 190

/** Tells ink from paper, whatever the light. */
export async function findInk(image: GreyImage): Promise<InkMask> {
  const flat = await flattenLight(image)
  const split = Math.min(maxSplit, Math.max(minSplit, otsuThreshold(flat.pixels)))
  return splitInk(flat, split)
}

function splitInk({ width, height, pixels }: GreyImage, threshold: number): InkMask {
  const ink = new Uint8Array(width * height)
  for (let i = 0; i < ink.length; i++) ink[i] = pixels[i]! < threshold ? 1 : 0
  return { width, height, pixels: ink }
}

/** N. Otsu, "A threshold selection method from gray-level histograms", 1979. */
function otsuThreshold(pixels: Uint8Array): number {
  const histogram = new Float64Array(256)
  for (const value of pixels) histogram[value]!++
  const total = pixels.length
  const sum = histogram.reduce((all, count, value) => all + count * value, 0)
  let below = 0
  let sumBelow = 0
  let best = 0
  let threshold = 128
  for (let value = 0; value < 256; value++) {
    below += histogram[value]!
    sumBelow += histogram[value]! * value
    if (below === 0 || below === total) continue
    const distance = sumBelow / below - (sum - sumBelow) / (total - below)
    const separation = below * (total - below) * distance * distance
    if (separation > best) {
      best = separation
      threshold = value + 1
    }
  }
  return threshold
}

/** Mirrored at its diagonal: columns become rows. */
export function transpose({ width, height, pixels }: InkMask): InkMask {
  const turned = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + y] = pixels[y * width + x]!
  return { width: height, height: width, pixels: turned }
}
