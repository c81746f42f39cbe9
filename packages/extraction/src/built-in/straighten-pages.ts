import type { Box, DocumentText, Line, Page, Word } from '@recto/document-text/model'
import { turnBox } from '@recto/document-text/turn-box'
import { omitUndefined } from '@recto/omit-undefined'

/** Minimum ratio of length to height for a line to show the skew of a page. */
const minLineRatio = 8
/** Smaller slopes are harmless: half a degree. */
const minSlope = 0.009

/**
 * Returns the same words in the same order, with boxes as if every page had been scanned upright
 * and straight, so that most text runs to the right. Use it to find what is beside or below a word;
 * take evidence from the original document.
 */
export function straightenPages(document: DocumentText): DocumentText {
  return { ...document, pages: document.pages.map((page) => straightenPage(turnPage(page))) }
}

function turnPage(page: Page): Page {
  const angle = findMainAngle(page)
  if (angle === 0 || angle % 90 !== 0) return page
  const turn = (box: Box) => turnOnPage(box, angle, page)
  const { width, height } = page
  const words = page.words.map((word): Word => ({ ...word, box: turn(word.box) }))
  const lines = page.lines.map(({ angle: lineAngle = 0, ...line }): Line => {
    const remainingAngle = (lineAngle - angle + 360) % 360
    return {
      ...line,
      box: turn(line.box),
      ...omitUndefined({ angle: remainingAngle === 0 ? undefined : remainingAngle }),
    }
  })
  const size = angle === 180 ? { width, height } : { width: height, height: width }
  return { ...page, ...size, words, lines }
}

/** The angle of most letters on a page. */
function findMainAngle({ lines, words }: Page): number {
  const letters = new Map<number, number>()
  for (const { angle = 0, start, end } of lines) {
    const count = words.slice(start, end).reduce((sum, { text }) => sum + text.length, 0)
    letters.set(angle, (letters.get(angle) ?? 0) + count)
  }
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** Moves a box onto the upright page, whose origin is the corner at which its text begins. */
function turnOnPage(box: Box, angle: number, page: Page): Box {
  const [x0, y0, x1, y1] = turnBox(box, angle)
  const [offsetX, offsetY] = getTurnOffset(angle, page)
  return [x0 + offsetX, y0 + offsetY, x1 + offsetX, y1 + offsetY]
}

function getTurnOffset(angle: number, { width, height }: Page): readonly [number, number] {
  if (angle === 90) return [0, width]
  if (angle === 180) return [width, height]
  return [height, 0]
}

/**
 * Only scanned pages can be skewed. Moves each word up or down by the drift of its line at that
 * position.
 */
function straightenPage(page: Page): Page {
  if (!page.ocr) return page
  const slope = computeSlope(page)
  if (Math.abs(slope) < minSlope) return page
  const move = ([x0, y0, x1, y1]: Box): Box => {
    const drift = (slope * (x0 + x1)) / 2
    return [x0, y0 - drift, x1, y1 - drift]
  }
  return { ...page, words: page.words.map((word) => ({ ...word, box: move(word.box) })) }
}

/** The median slope of the long lines, which is robust against outliers. */
function computeSlope({ lines, words }: Page): number {
  const slopes = lines
    .map(({ start, end, angle = 0 }) => {
      const first = words[start]
      const last = words[end - 1]
      if (!first || !last || angle !== 0) return undefined
      const distance = getMiddle(last.box, 0) - getMiddle(first.box, 0)
      const height = first.box[3] - first.box[1]
      return distance > minLineRatio * height
        ? (getMiddle(last.box, 1) - getMiddle(first.box, 1)) / distance
        : undefined
    })
    .filter((value) => value !== undefined)
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}

function getMiddle(box: Box, side: 0 | 1): number {
  return (box[side] + box[side + 2]!) / 2
}
