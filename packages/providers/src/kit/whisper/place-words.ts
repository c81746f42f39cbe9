import {
  type Box,
  type DocumentText,
  formatVersion,
  type Page,
  type Word,
} from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import { splitPages, type TextLine } from './split-pages.ts'

/** Position of a line in pixels at 288 dpi: its bottom edge and its height. */
export type LinePlace = {
  readonly base_y: number
  readonly height: number
  readonly page_height: number
}

type ServiceText = {
  readonly text: string
  /** Words with low confidence, for each line of the text. */
  readonly confidences: readonly (readonly {
    readonly text: string
    readonly confidence: number
  }[])[]
  /** Positions by line number; empty when the service has stored none. */
  readonly places: ReadonlyMap<number, LinePlace>
}

type ServiceTextOptions = {
  readonly separator: string
  /** Whether the letters come from the file and not from OCR. */
  readonly isNative: boolean
  /** Maps a page number in the text to one in the document; both are zero-based. */
  readonly pageNumber: (index: number) => number
}

const pixelsPerPoint = 4
const letterWidth = 612
const letterHeight = 792
/** Half an inch in points, which most pages leave free. */
const margin = 36
/** In points. */
const maxCellWidth = 5
const usualStep = 12
/** Confidence of words that the service does not list: it lists only those below this value. */
const unnamedConfidence = 0.9

/**
 * Builds a document from a layout text. The service has positions of lines but not of words, so words
 * are placed on a grid by their columns. Laying out the result gives the same columns again.
 */
export function placeWords(serviceText: ServiceText, options: ServiceTextOptions): DocumentText {
  const pages = splitPages(serviceText.text, options.separator)
  let height = letterHeight
  return {
    formatVersion,
    pages: pages.map((lines, index): Page => {
      const linePlace = lines.map((line) => placeOf(serviceText, line)).find((place) => place)
      height = linePlace ? linePlace.page_height / pixelsPerPoint : height
      return {
        ...placePage(lines, height, serviceText, options),
        number: options.pageNumber(index),
      }
    }),
  }
}

function placePage(
  lines: readonly TextLine[],
  height: number,
  serviceText: ServiceText,
  options: ServiceTextOptions,
): Omit<Page, 'number'> {
  const width = widthFor(height)
  const columns = Math.max(1, ...lines.map(({ text }) => text.length))
  const cell = Math.min(maxCellWidth, (width - 2 * margin) / columns)
  const words: Word[] = []
  const placedLines = placeLines(lines, height, serviceText).map(({ line, top, bottom }) => {
    const start = words.length
    const confidence = confidencesOf(line, serviceText, options)
    for (const { text, column } of wordsIn(line.text)) {
      const x = margin + column * cell
      words.push({
        text,
        box: [x, top, x + text.length * cell, bottom],
        confidence: confidence(text),
        origin: options.isNative ? 'native' : 'ocr',
        ...omitUndefined({ isCheckbox: isCheckbox(text) ? true : undefined }),
      })
    }
    const left = words[start]?.box[0] ?? 0
    const right = words.at(-1)?.box[2] ?? 0
    return { start, end: words.length, box: [left, top, right, bottom] as Box }
  })
  return { width, height, rotation: 0, words, lines: placedLines }
}

/** Guesses the width of a page: a paper format of that height, or the proportions of A4. */
function widthFor(height: number): number {
  const papers = [
    [letterWidth, letterHeight],
    [595, 842],
    [842, 595],
    [letterHeight, letterWidth],
    [612, 1008],
  ]
  const paper = papers.find(([, high = 0]) => Math.abs(high - height) <= 2)
  return paper?.[0] ?? height / Math.SQRT2
}

const isCheckbox = (text: string) => text === '[X]' || text === '[ ]'

/** Splits a text into words. An empty check box is one word. */
const wordsIn = (text: string) =>
  [...text.matchAll(/\[ \]|\S+/g)].map(({ 0: text, index: column }) => ({ text, column }))

type PlacedLine = { readonly line: TextLine; readonly top: number; readonly bottom: number }

/** Places a line without a known position below the previous one, or by its row on the page. */
function placeLines(
  lines: readonly TextLine[],
  pageHeight: number,
  serviceText: ServiceText,
): readonly PlacedLine[] {
  const first = lines[0]?.index ?? 0
  const rows = (lines.at(-1)?.index ?? 0) - first + 1
  const step = Math.min(usualStep, (pageHeight - 2 * margin) / rows)
  let bottom = margin
  return lines.map((line) => {
    const place = placeOf(serviceText, line)
    const previousBottom = bottom
    bottom = place
      ? place.base_y / pixelsPerPoint
      : Math.max(
          previousBottom + step,
          serviceText.places.size > 0 ? 0 : margin + (line.index - first + 1) * step,
        )
    const height = place ? place.height / pixelsPerPoint : step * 0.8
    return { line, top: Math.max(0, bottom - height), bottom }
  })
}

/** The service gives blank lines a position of zeros, which is none. */
function placeOf({ places }: ServiceText, { index }: TextLine): LinePlace | undefined {
  const place = places.get(index)
  return place && place.height > 0 && place.page_height > 0 ? place : undefined
}

/** Returns a function that gives the confidence of each word of a line, in order. */
function confidencesOf(
  { index }: TextLine,
  { confidences }: ServiceText,
  { isNative }: ServiceTextOptions,
): (text: string) => number {
  const uncertainWords = [...(confidences[index] ?? [])]
  return (text) => {
    const index = uncertainWords.findIndex((one) => one.text === text)
    const [word] = index < 0 ? [] : uncertainWords.splice(index, 1)
    return word?.confidence ?? (isNative ? 1 : unnamedConfidence)
  }
}
