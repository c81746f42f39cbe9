import type { Box, WordOrigin } from '@recto/document-text/model'
import { orderAsSeen } from '../../direction/order-as-seen.ts'
import type { PlacedWord } from '../../words/group-words.ts'

/** Shares of the letter size, close to those of Helvetica, in which most fields are set. */
const letterWidth = 0.5
const spaceWidth = 0.28
const lineStep = 1.15
const baseLineBelowMiddle = 0.35
const maxAutomaticSize = 12
const padding = 2

type SetTextOptions = {
  readonly text: string
  /** Box in coordinates of the displayed page. */
  readonly box: Box
  /** In points; 0 derives the size from the box. */
  readonly size: number
  readonly isMultiline: boolean
  readonly origin: WordOrigin
}

/**
 * Estimates word boxes for a text whose letters have no readable positions in the file: the words
 * are set from the edge of the box in letters of typical width.
 */
export function setText(options: SetTextOptions): PlacedWord[] {
  const { box } = options
  const size = options.size || Math.min(maxAutomaticSize, (box[3] - box[1]) * 0.75)
  return options.isMultiline ? setInLines({ ...options, size }) : setInOneLine({ ...options, size })
}

function setInOneLine({ text, box, size, origin }: SetTextOptions): PlacedWord[] {
  const width = measureWidth(text, size)
  const availableWidth = box[2] - box[0] - 2 * padding
  const squeeze = width > availableWidth ? Math.max(availableWidth, 1) / width : 1
  const baseLine = (box[1] + box[3]) / 2 + baseLineBelowMiddle * size
  let x = box[0] + padding
  return asSeen(text.split(/\s+/))
    .map((word) => {
      const start = x
      x += (measureWidth(word, size) + spaceWidth * size) * squeeze
      const end = start + measureWidth(word, size) * squeeze
      return word === '' ? undefined : placeWord({ text: word, start, end, baseLine, size, origin })
    })
    .filter((value) => value !== undefined)
}

/** The words of a line from left to right. */
function asSeen(words: readonly string[]): readonly string[] {
  return orderAsSeen(words).map((place) => words[place]!)
}

function setInLines({ text, box, size, origin }: SetTextOptions): PlacedWord[] {
  const words: PlacedWord[] = []
  let baseLine = box[1] + padding
  for (const paragraph of text.split(/\r\n|[\r\n]/)) {
    const lines = breakLines(paragraph, { size, width: box[2] - box[0] - 2 * padding })
    for (const line of lines) {
      baseLine += lineStep * size
      let x = box[0] + padding
      for (const word of asSeen(line)) {
        const end = x + measureWidth(word, size)
        words.push(placeWord({ text: word, start: x, end, baseLine, size, origin }))
        x = end + spaceWidth * size
      }
    }
  }
  return words
}

/** Returns at least one line, which an empty paragraph leaves blank. */
function breakLines(
  paragraph: string,
  { size, width }: { readonly size: number; readonly width: number },
): readonly (readonly string[])[] {
  const lines: string[][] = [[]]
  let x = 0
  for (const word of paragraph.split(/\s+/).filter(Boolean)) {
    const wordWidth = measureWidth(word, size)
    if (x > 0 && x + wordWidth > width) {
      lines.push([])
      x = 0
    }
    lines.at(-1)!.push(word)
    x += wordWidth + spaceWidth * size
  }
  return lines
}

function measureWidth(text: string, size: number): number {
  return [...text].reduce((sum, c) => sum + (c === ' ' ? spaceWidth : letterWidth) * size, 0)
}

type SetWord = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly baseLine: number
  readonly size: number
  readonly origin: WordOrigin
}

function placeWord({ text, start, end, baseLine, size, origin }: SetWord): PlacedWord {
  const box: Box = [start, baseLine - 0.8 * size, end, baseLine + 0.2 * size]
  return {
    word: { text, box, confidence: 1, origin },
    angle: 0,
    alongStart: start,
    alongEnd: end,
    baseLine: baseLine,
    size,
    endsHard: true,
  }
}
