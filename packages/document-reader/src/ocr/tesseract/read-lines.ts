import type { Box } from '@recto/document-text/model'
import type { GreyImage } from '../../images/grey-image.ts'
import { findInk } from '../picture/find-ink.ts'
import { findTextLines, type InkLine } from '../picture/find-text-lines.ts'
import type { Tesseract, TesseractWord } from './open-tesseract.ts'

/** A line whose words are all as sure as this is not read again. */
const sure = 0.95
/** The least sure lines of a page; more would take too long. */
const maxLines = 120
/** In heights of a letter, around a line: the network knows lines with room above and below. */
const room = { across: 0.4, down: 0.4 }
/** Pixels. */
const minSide = 8

/**
 * What the lines say in which a first reading saw a word that it doubts, or nothing at all. Each is cut out and
 * read alone, so that no neighbour and no wrong guess about the page's layout has a say. Places are those of the picture.
 */
export async function readDoubtfulLines(
  tesseract: Tesseract,
  { picture, language }: { readonly picture: GreyImage; readonly language: string },
  words: readonly TesseractWord[],
): Promise<TesseractWord[]> {
  const lines = findTextLines(await findInk(picture))
    .map((line) => ({ line, confidence: getMinConfidence(line, words) }))
    .filter(({ confidence }) => confidence < sure)
    .sort((a, b) => a.confidence - b.confidence)
    .slice(0, maxLines)
  const read = await Promise.all(
    lines.map(async ({ line }) => {
      const { image, corner } = cutOut(picture, line)
      if (image.width < minSide || image.height < minSide) return []
      const words = await tesseract.read(image, language, 'line')
      return words.map((word) => ({ ...word, box: move(word.box, corner) }))
    }),
  )
  return read.flat()
}

/** Returns the lowest confidence of the words on a line; 0 if there are none. */
function getMinConfidence({ box }: InkLine, words: readonly TesseractWord[]): number {
  const onLine = words.filter((word) => isOn(word.box, box))
  return onLine.reduce(
    (minConfidence, { confidence }) => Math.min(minConfidence, confidence),
    onLine.length && 1,
  )
}

function isOn([x0, y0, x1, y1]: Box, line: Box): boolean {
  const x = (x0 + x1) / 2
  const y = (y0 + y1) / 2
  return x >= line[0] && x <= line[2] && y >= line[1] && y <= line[3]
}

function cutOut({ width, height, pixels }: GreyImage, { box, letterHeight }: InkLine) {
  const left = Math.max(0, Math.round(box[0] - letterHeight * room.across))
  const top = Math.max(0, Math.round(box[1] - letterHeight * room.down))
  const right = Math.min(width, Math.round(box[2] + letterHeight * room.across))
  const bottom = Math.min(height, Math.round(box[3] + letterHeight * room.down))
  const cut = new Uint8Array((right - left) * (bottom - top))
  for (let y = top; y < bottom; y++)
    cut.set(pixels.subarray(y * width + left, y * width + right), (y - top) * (right - left))
  const image = { width: right - left, height: bottom - top, channels: 1, pixels: cut } as const
  return { image, corner: [left, top] as const }
}

function move([x0, y0, x1, y1]: Box, [x, y]: readonly [number, number]): Box {
  return [x0 + x, y0 + y, x1 + x, y1 + y]
}
