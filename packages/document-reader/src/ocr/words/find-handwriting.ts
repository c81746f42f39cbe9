import type { Box, HandwrittenRegion, Word } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { OcrWord } from './ocr-engine.ts'

/** In heights of a word: words and lines of one note are so near to each other. */
const reach = 0.8

type OpenRegion = { readonly box: Box; readonly letters: number; readonly sum: number }

/**
 * The regions of handwritten words that are among the words of the page, from top to bottom; `scale` is points per pixel. Where the
 * file spells what a picture shows, the page has the words of the file.
 */
export function findHandwriting(
  words: readonly OcrWord[],
  scale: number,
  pageWords: readonly Word[],
): readonly HandwrittenRegion[] {
  const readBoxes = pageWords.filter(({ origin }) => origin === 'ocr').map((word) => word.box)
  let regions: readonly OpenRegion[] = []
  for (const { text, quad, confidence, isHandwritten } of words) {
    if (!isHandwritten) continue
    const box = uniteBoxes(quad.map(([x, y]): Box => [x * scale, y * scale, x * scale, y * scale]))
    const middle = middleOf(box)
    if (!readBoxes.some((readBox) => haveSharedArea(readBox, middle))) continue
    const word = { box, letters: text.length, sum: confidence * text.length }
    const widenedBox = widen(box)
    const nearRegions = regions.filter((region) => haveSharedArea(region.box, widenedBox))
    regions = [
      ...regions.filter((region) => !nearRegions.includes(region)),
      nearRegions.reduce(join, word),
    ]
  }
  return regions
    .toSorted((a, b) => a.box[1] - b.box[1])
    .map(({ box: [x0, y0, x1, y1], letters, sum }) => ({
      box: [round(x0), round(y0), round(x1), round(y1)],
      confidence: Number((sum / letters).toFixed(3)),
    }))
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}

function join(a: OpenRegion, b: OpenRegion): OpenRegion {
  return {
    box: uniteBoxes([a.box, b.box]),
    letters: a.letters + b.letters,
    sum: a.sum + b.sum,
  }
}

function widen([x0, y0, x1, y1]: Box): Box {
  const width = (y1 - y0) * reach
  return [x0 - width, y0 - width, x1 + width, y1 + width]
}

function middleOf([x0, y0, x1, y1]: Box): Box {
  const x = (x0 + x1) / 2
  const y = (y0 + y1) / 2
  return [x, y, x, y]
}

/** Whether two boxes share an area. */
export function haveSharedArea(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}
