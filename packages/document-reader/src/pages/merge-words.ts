import type { Box, Page } from '@recto/document-text/model'
import { groupLines } from '../words/group-lines.ts'
import type { PlacedWord } from '../words/group-words.ts'
import { placeWordsOf, turnAnnotationWords } from '../words/place-words.ts'
import type { OcrNeed } from './page-source.ts'

/** Share of the smaller of two boxes: words that overlap more are the same word. */
const maxOverlap = 0.3

/**
 * Puts what OCR read between the words that the file spells, in reading order. Where both say something, the
 * file is right; where the page's own letters are of no use, only what was filled into its fields or written over it
 * is kept.
 */
export function mergeWords(
  page: Page,
  need: OcrNeed,
  read: readonly PlacedWord[],
): Pick<Page, 'words' | 'lines'> {
  const native = placeWordsOf(page).filter(
    ({ word }) => need !== 'page' || word.origin !== 'native',
  )
  const isNew = outside(native.map(({ word }) => word.box))
  // Where no words were read, the check boxes do not know how the text runs.
  const isMarksOnly = read.every(({ word }) => word.isCheckbox)
  const ocrWords = isMarksOnly ? turnAnnotationWords(read, native) : read
  const newWords = ocrWords.filter(({ word }) => isNew(word.box))
  // The file knows the lines of its own words better than their boxes tell.
  if (newWords.length === 0 && native.length === page.words.length) return page
  return groupLines([...native, ...newWords])
}

/** Whether a box lies beside all the given ones. Only neighbours from top to bottom are looked at. */
function outside(boxes: readonly Box[]): (box: Box) => boolean {
  const sorted = [...boxes].sort((a, b) => a[1] - b[1])
  const tallest = sorted.reduce((height, [, top, , bottom]) => Math.max(height, bottom - top), 0)
  return (box) => {
    let index = firstBelow(sorted, box[1] - tallest)
    for (
      let candidate = sorted[index];
      candidate && candidate[1] <= box[3];
      candidate = sorted[++index]
    )
      if (overlap(box, candidate) > maxOverlap) return false
    return true
  }
}

/** The place of the first box whose top is not above the given height. */
function firstBelow(sorted: readonly Box[], height: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]![1] < height) low = middle + 1
    else high = middle
  }
  return low
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.min(areaOf(a), areaOf(b))
}

function areaOf([x0, y0, x1, y1]: Box): number {
  return Math.max((x1 - x0) * (y1 - y0), Number.EPSILON)
}
