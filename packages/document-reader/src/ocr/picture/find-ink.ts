import type { GreyImage } from '../../images/grey-image.ts'
import { flattenLight } from './flatten-light.ts'
import { otsuThreshold } from './otsu-threshold.ts'

/** 1 where there is ink, 0 where there is paper; row by row from the top. */
export type InkMask = {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** An evenly lit page is never split outside of these tones, whatever its histogram says. */
const minSplit = 110
const maxSplit = 190

/** The paper of an evenly lit page is lighter than that, but for the specks that a scanner leaves. */
const faintest = 205

/** Tells ink from paper, whatever the light. */
export async function findInk(image: GreyImage): Promise<InkMask> {
  const flat = await flattenLight(image)
  return splitInk(flat, clearSplit(flat))
}

/** The same, and the ink with outlines that are printed grey, or thinner than a pixel. */
export async function findInkOfBoxes(
  image: GreyImage,
): Promise<{ readonly ink: InkMask; readonly faint: InkMask }> {
  const flat = await flattenLight(image)
  return { ink: splitInk(flat, clearSplit(flat)), faint: splitInk(flat, faintest) }
}

function clearSplit({ pixels }: GreyImage): number {
  return Math.min(maxSplit, Math.max(minSplit, otsuThreshold(pixels)))
}

function splitInk({ width, height, pixels }: GreyImage, threshold: number): InkMask {
  const ink = new Uint8Array(width * height)
  for (let i = 0; i < ink.length; i++) ink[i] = pixels[i]! < threshold ? 1 : 0
  return { width, height, pixels: ink }
}

/** Mirrored at its diagonal: columns become rows. */
export function transpose({ width, height, pixels }: InkMask): InkMask {
  const transposedPixels = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) transposedPixels[x * height + y] = pixels[y * width + x]!
  return { width: height, height: width, pixels: transposedPixels }
}
