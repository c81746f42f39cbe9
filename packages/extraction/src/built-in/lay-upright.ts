import type { Box, DocumentText, Line, Page, Word } from '@recto/document-text/model'
import { turnBox } from '@recto/document-text/turn-box'

/** A line must be so many times longer than high to tell how a page is askew. */
const minLineRatio = 8
/** Less does not hinder: half a degree. */
const minSlope = 0.009

/**
 * The same words in the same order, with boxes as if every page had been scanned upright and straight: the text of
 * most letters runs to the right. For looking at what stands beside and below what; evidence is taken from the
 * words of the document as it is.
 */
export function layUpright(document: DocumentText): DocumentText {
  return { ...document, pages: document.pages.map((page) => straightenPage(turnPage(page))) }
}

function turnPage(page: Page): Page {
  const angle = mainAngle(page)
  if (angle === 0 || angle % 90 !== 0) return page
  const turn = (box: Box) => turnOnPage(box, angle, page)
  const { width, height } = page
  const words = page.words.map((word): Word => ({ ...word, box: turn(word.box) }))
  const lines = page.lines.map(({ angle: own = 0, ...line }): Line => {
    const left = (own - angle + 360) % 360
    return { ...line, box: turn(line.box), ...(left === 0 ? {} : { angle: left }) }
  })
  const size = angle === 180 ? { width, height } : { width: height, height: width }
  return { ...page, ...size, words, lines }
}

/** The angle of most letters. */
function mainAngle({ lines, words }: Page): number {
  const letters = new Map<number, number>()
  for (const { angle = 0, start, end } of lines) {
    const count = words.slice(start, end).reduce((sum, { text }) => sum + text.length, 0)
    letters.set(angle, (letters.get(angle) ?? 0) + count)
  }
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** Into the page that lies upright, whose corner is the one where its text begins. */
function turnOnPage(box: Box, angle: number, { width, height }: Page): Box {
  const [x0, y0, x1, y1] = turnBox(box, angle)
  const right = angle === 90 ? 0 : angle === 180 ? width : height
  const down = angle === 90 ? width : angle === 180 ? height : 0
  return [x0 + right, y0 + down, x1 + right, y1 + down]
}

/** Only what was scanned can be askew: words are moved up or down by how far their line has strayed at their place. */
function straightenPage(page: Page): Page {
  if (!page.ocr) return page
  const slope = slopeOf(page)
  if (Math.abs(slope) < minSlope) return page
  const move = ([x0, y0, x1, y1]: Box): Box => {
    const strayed = (slope * (x0 + x1)) / 2
    return [x0, y0 - strayed, x1, y1 - strayed]
  }
  return { ...page, words: page.words.map((word) => ({ ...word, box: move(word.box) })) }
}

/** The median over the long lines, which errors of single ones do not move. */
function slopeOf({ lines, words }: Page): number {
  const slopes = lines.flatMap(({ start, end, angle = 0 }) => {
    const [first, last] = [words[start], words[end - 1]]
    if (!first || !last || angle !== 0) return []
    const along = middleOf(last.box, 0) - middleOf(first.box, 0)
    const height = first.box[3] - first.box[1]
    return along > minLineRatio * height
      ? [(middleOf(last.box, 1) - middleOf(first.box, 1)) / along]
      : []
  })
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}

function middleOf(box: Box, side: 0 | 1): number {
  return (box[side] + box[side + 2]!) / 2
}
