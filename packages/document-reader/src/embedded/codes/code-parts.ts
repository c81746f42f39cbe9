import type { Box } from '@recto/document-text/model'
import { boxesOverlap, uniteBoxes } from '@recto/document-text/unite-boxes'
import type { GreyImage } from '../../images/grey-image.ts'
import { halve } from './suspects/binary-picture.ts'
import type { CodePattern, CodeSuspect } from './suspects/code-suspect.ts'

/** A part of a picture or page to decode, and the patterns that it shows. */
export type CodePart = {
  /** The box has the unit of the suspects. */
  readonly box: Box
  readonly patterns: readonly CodePattern[]
  readonly moduleSize: number
}

/** Joins suspects that overlap, so that no part of a picture is decoded twice. */
export function toCodeParts(suspects: readonly CodeSuspect[]): CodePart[] {
  const parts: CodePart[] = []
  for (const { pattern, box, moduleSize } of suspects) {
    const index = parts.findIndex((part) => boxesOverlap(part.box, box))
    const earlierPart = parts[index]
    if (!earlierPart) {
      parts.push({ box, patterns: [pattern], moduleSize })
      continue
    }
    parts[index] = {
      box: uniteBoxes([earlierPart.box, box]),
      patterns: [...new Set([...earlierPart.patterns, pattern])],
      moduleSize: Math.min(earlierPart.moduleSize, moduleSize),
    }
  }
  return parts
}

/** Pixels of a module that ZXing decodes best and fast. */
export const bestModuleSize = 4
/** Pixels. A larger part is halved if its modules stay large enough, or in any case. */
const maxPartPixels = 2_000_000
const maxPixels = 8_000_000
const maxEnlargement = 4
/** Pixels of white around a part, because a picture may end where its code ends. */
const padding = 12

export type CodePictureOfPart = {
  readonly image: GreyImage
  /** Position in the source of the picture's top left corner, and source pixels per pixel. */
  readonly corner: readonly [x: number, y: number]
  readonly scale: number
}

/**
 * Cuts a part out of a grey picture, white outside of it, and scales it so that a module has the
 * size that decodes best, within a bound of pixels.
 */
export function cutPart(image: GreyImage, part: CodePart): CodePictureOfPart | undefined {
  const left = Math.max(0, Math.floor(part.box[0]))
  const top = Math.max(0, Math.floor(part.box[1]))
  const right = Math.min(image.width, Math.ceil(part.box[2]))
  const bottom = Math.min(image.height, Math.ceil(part.box[3]))
  if (right - left < 2 || bottom - top < 2) return undefined
  const growth = Math.ceil((bestModuleSize - 1) / Math.max(part.moduleSize, 0.5))
  const isSmall = (right - left) * (bottom - top) * growth ** 2 <= maxPartPixels
  const enlargement = isSmall ? Math.min(maxEnlargement, Math.max(1, growth)) : 1
  let cut = enlarge(image, { left, top, right, bottom, enlargement })
  let scale = 1 / enlargement
  let moduleSize = part.moduleSize * enlargement
  while (moduleSize >= 2 * bestModuleSize || isTooLarge(cut, moduleSize)) {
    cut = halve(cut)
    scale *= 2
    moduleSize /= 2
  }
  return { image: cut, corner: [left - padding / enlargement, top - padding / enlargement], scale }
}

function isTooLarge({ width, height }: GreyImage, moduleSize: number): boolean {
  const pixels = width * height
  return pixels > maxPixels || (pixels > maxPartPixels && moduleSize >= bestModuleSize)
}

type Cut = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Whole number of pixels for each pixel. */
  readonly enlargement: number
}

/** Returns the cut with smooth transitions between its pixels, and with white around it. */
function enlarge(image: GreyImage, { left, top, right, bottom, enlargement }: Cut): GreyImage {
  const width = (right - left) * enlargement + 2 * padding
  const height = (bottom - top) * enlargement + 2 * padding
  const pixels = new Uint8Array(width * height).fill(255)
  for (let y = padding; y < height - padding; y++) {
    const sourceY = top + (y - padding + 0.5) / enlargement - 0.5
    for (let x = padding; x < width - padding; x++) {
      const sourceX = left + (x - padding + 0.5) / enlargement - 0.5
      pixels[y * width + x] = readBetween(image, sourceX, sourceY)
    }
  }
  return { width, height, channels: 1, pixels }
}

function readBetween({ width, height, pixels }: GreyImage, x: number, y: number): number {
  const x0 = Math.max(0, Math.floor(x))
  const y0 = Math.max(0, Math.floor(y))
  const x1 = Math.min(width - 1, x0 + 1)
  const y1 = Math.min(height - 1, y0 + 1)
  const dx = Math.max(0, x - x0)
  const dy = Math.max(0, y - y0)
  const upper = pixels[y0 * width + x0]! * (1 - dx) + pixels[y0 * width + x1]! * dx
  const lower = pixels[y1 * width + x0]! * (1 - dx) + pixels[y1 * width + x1]! * dx
  return upper * (1 - dy) + lower * dy
}
