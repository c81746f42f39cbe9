import {
  type Box,
  type DocumentText,
  formatVersion,
  type Line,
  type Page,
  type Word,
} from '@recto/document-text/model'

/** A text as a service found it: a word, a line, or a paragraph with unknown line breaks. */
export type Element = {
  readonly text: string
  /** Box in fractions of the page, 0 to 1; absent when the service gives none. */
  readonly box?: Box | undefined
  /** 0 to 1. */
  readonly confidence?: number | undefined
}

export type ElementPage = {
  /** Zero-based. */
  readonly number: number
  /** In any unit: only their relation counts. */
  readonly width: number
  readonly height: number
  readonly elements: readonly Element[]
}

/** Length of a page's shorter side in points, if its size is unknown. */
const usualSide = 595
const margin = 36
const lineStep = 12
const letterWidth = 5
/** Confidence of words for which a service states none. */
const unnamedConfidence = 0.9

/** Builds a document from the elements of a service, in their order. */
export const placeElements = (pages: readonly ElementPage[]): DocumentText => ({
  formatVersion,
  pages: pages.map(placePage),
})

function placePage({ number, elements, ...size }: ElementPage): Page {
  const scale = usualSide / (Math.min(size.width, size.height) || usualSide)
  const width = size.width * scale || usualSide
  const height = size.height * scale || usualSide * Math.SQRT2
  const words: Word[] = []
  const lines: Line[] = []
  let bottom = margin
  for (const element of elements) {
    const box = boxOf(element, { width, height }, bottom)
    const texts = linesOf(element.text, box)
    const step = (box[3] - box[1]) / Math.max(1, texts.length)
    for (const [row, text] of texts.entries()) {
      const top = box[1] + row * step
      const low = box[1] + (row + 1) * step
      const start = words.length
      words.push(...wordsOf(text, [box[0], top, box[2], low], element.confidence))
      if (words.length === start) continue
      const right = words.at(-1)?.box[2] ?? box[2]
      lines.push({ box: [box[0], top, right, low], start, end: words.length })
    }
    bottom = Math.max(bottom, box[3])
  }
  return { number, width, height, rotation: 0, words, lines }
}

/** Returns the box; when the service gives none, a box below the previous elements. */
function boxOf(
  { text, box }: Element,
  page: { readonly width: number; readonly height: number },
  bottom: number,
): Box {
  if (box) {
    const [x0, y0, x1, y1] = box
    return [x0 * page.width, y0 * page.height, x1 * page.width, y1 * page.height]
  }
  const right = page.width - margin
  const rows = linesOf(text, [margin, 0, right, Number.POSITIVE_INFINITY]).length
  const top = Math.min(bottom, page.height - margin)
  return [margin, top, right, top + rows * lineStep]
}

/** Splits a paragraph at its line breaks, and where a line would be wider than its box. */
function linesOf(text: string, [x0, y0, x1, y1]: Box): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const maxRows = Math.max(lines.length, Math.floor((y1 - y0) / 6) || 1)
  const letters = Math.max(1, Math.floor((x1 - x0) / letterWidth))
  const minRows = lines.reduce((sum, line) => sum + Math.ceil(line.length / letters), 0)
  if (minRows <= lines.length || maxRows <= lines.length) return lines
  const room = Math.max(letters, Math.ceil(text.length / maxRows))
  return lines.flatMap((line) => wrap(line, room))
}

function wrap(line: string, room: number): readonly string[] {
  const rows: string[] = []
  let row = ''
  for (const word of line.split(/\s+/)) {
    if (row !== '' && row.length + word.length + 1 > room) {
      rows.push(row)
      row = word
    } else row = row === '' ? word : `${row} ${word}`
  }
  return row === '' ? rows : [...rows, row]
}

/** Divides the width of a line among its words by their letters. */
function wordsOf(text: string, box: Box, confidence = unnamedConfidence): readonly Word[] {
  const cells = Math.max(1, text.length)
  const cell = Math.min(letterWidth * 2, (box[2] - box[0]) / cells)
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const x0 = box[0] + index * cell
    return {
      text: word,
      box: [x0, box[1], x0 + word.length * cell, box[3]],
      confidence,
      origin: 'ocr',
    }
  })
}
