import type { Box } from '@recto/document-text/model'
import type { PageImage } from '../../images/page-image.ts'
import type { InkMask } from '../picture/find-ink.ts'
import { type LevelBoxes, placeInGiven } from './find-boxes-in-picture.ts'

/** A mark that leaves its box is followed up to this number of sides. */
const reach = 0.8
/** Pixels of the level picture around an outline that belong to its blur. */
const margin = 1.5
/** Share of a side: ink beside a box at this height may be a letter that touches it. */
const letterZone = 0.2
/** Share of the pixels around a box that are darker than its paper at most. */
const paperShare = 0.8

/** Returns the picture with paper in the place of its check boxes, their marks included. */
export function eraseBoxes(image: PageImage, level: LevelBoxes): PageImage {
  if (level.boxes.length === 0) return image
  const clearedImage = { ...image, pixels: new Uint8Array(image.pixels) }
  for (const { box } of level.boxes) eraseBox(clearedImage, level, box)
  return clearedImage
}

function eraseBox(image: PageImage, level: LevelBoxes, box: Box): void {
  const isErased = areaOf(level.ink, box)
  const side = box[2] - box[0]
  const window = placeInGiven(level, widen(box, side * reach * 1.5))
  const left = Math.max(0, Math.floor(window[0]))
  const top = Math.max(0, Math.floor(window[1]))
  const right = Math.min(image.width, Math.ceil(window[2]))
  const bottom = Math.min(image.height, Math.ceil(window[3]))
  const paper = findPaper(image, [left, top, right, bottom])
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [levelX, levelY] = level.fromGiven([x + 0.5, y + 0.5])
      if (isErased(levelX, levelY)) setPixel(image, y * image.width + x, paper)
    }
}

/** Whether a place of the level picture belongs to a box or to a mark that leaves it. */
function areaOf(ink: InkMask, box: Box): (x: number, y: number) => boolean {
  const outer = widen(box, margin)
  const mark = followMark(ink, box)
  const isMarkNear = (column: number, row: number) =>
    neighboursOf([column, row]).some(([x, y]) => mark.has(y * ink.width + x))
  return (x, y) =>
    isInside(outer, x, y) || (mark.size > 0 && isMarkNear(Math.floor(x), Math.floor(y)))
}

/** The ink outside a box that hangs together with it; none where it goes on, because it is a line or a word then. */
function followMark(ink: InkMask, box: Box): ReadonlySet<number> {
  const window = widen(box, Math.round((box[2] - box[0]) * reach))
  const own: Box = [box[0], box[1], box[2] - 1, box[3] - 1]
  const mark = new Set<number>()
  const open = rimOf(box)
  for (let next = open.pop(); next; next = open.pop()) {
    const ends = inkBeside(ink, next).filter(
      ([x, y]) => !isInside(own, x, y) && !mark.has(y * ink.width + x),
    )
    if (ends.some(([x, y]) => !isInside(window, x, y) || isLetterAt(box, x, y))) return new Set()
    for (const [x, y] of ends) mark.add(y * ink.width + x)
    open.push(...ends)
  }
  return mark
}

function inkBeside(
  { width, height, pixels }: InkMask,
  place: readonly [x: number, y: number],
): readonly (readonly [x: number, y: number])[] {
  return neighboursOf(place).filter(
    ([x, y]) => x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x] === 1,
  )
}

function isInside([x0, y0, x1, y1]: Box, x: number, y: number): boolean {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1
}

function isLetterAt(box: Box, x: number, y: number): boolean {
  const side = box[2] - box[0]
  const isBeside = x < box[0] - 2 || x > box[2] + 2
  return isBeside && y > box[1] + side * letterZone && y < box[3]
}

function rimOf([x0, y0, x1, y1]: Box): (readonly [x: number, y: number])[] {
  const rim: (readonly [number, number])[] = []
  for (let x = x0; x < x1; x++) rim.push([x, y0], [x, y1 - 1])
  for (let y = y0; y < y1; y++) rim.push([x0, y], [x1 - 1, y])
  return rim
}

function neighboursOf([x, y]: readonly [number, number]): readonly (readonly [number, number])[] {
  return [
    [x - 1, y - 1],
    [x, y - 1],
    [x + 1, y - 1],
    [x - 1, y],
    [x + 1, y],
    [x - 1, y + 1],
    [x, y + 1],
    [x + 1, y + 1],
  ]
}

function widen([x0, y0, x1, y1]: Box, width: number): Box {
  return [x0 - width, y0 - width, x1 + width, y1 + width]
}

/** The colour that most of what surrounds a box is not darker than. */
function findPaper(
  { width, channels, pixels }: PageImage,
  [left, top, right, bottom]: Box,
): number[] {
  const offsets: number[] = []
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) offsets.push((y * width + x) * channels)
  const toneOf = (offset: number) =>
    pixels[offset]! + (channels === 3 ? pixels[offset + 1]! + pixels[offset + 2]! : 0)
  const offset =
    offsets.sort((a, b) => toneOf(a) - toneOf(b))[Math.floor(offsets.length * paperShare)] ?? 0
  return Array.from({ length: channels }, (_, channel) => pixels[offset + channel] ?? 255)
}

function setPixel({ channels, pixels }: PageImage, place: number, colour: readonly number[]): void {
  for (let channel = 0; channel < channels; channel++)
    pixels[place * channels + channel] = colour[channel]!
}
