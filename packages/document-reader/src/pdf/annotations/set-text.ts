import type { Box, WordOrigin } from '@recto/document-text/model'
import type { PlacedWord } from '../../words/group-words.ts'

/** Shares of the letter size, close to Helvetica, in which most fields are set. */
const letterWidth = 0.5
const spaceWidth = 0.28
const lineStep = 1.15
const baseLineBelowMiddle = 0.35
const maxAutomaticSize = 12
const padding = 2

type TextToSet = {
  readonly text: string
  /** As displayed. */
  readonly box: Box
  /** Points; 0 leaves the size to the box. */
  readonly size: number
  readonly isMultiline: boolean
  readonly origin: WordOrigin
}

/**
 * Words of a text whose letters have no places in the file that could be read: they are set from the
 * edge of the box in a usual width.
 */
export function setText(given: TextToSet): PlacedWord[] {
  const { box } = given
  const size = given.size || Math.min(maxAutomaticSize, (box[3] - box[1]) * 0.75)
  return given.isMultiline ? setInLines({ ...given, size }) : setInOneLine({ ...given, size })
}

function setInOneLine({ text, box, size, origin }: TextToSet): PlacedWord[] {
  const width = widthOf(text, size)
  const room = box[2] - box[0] - 2 * padding
  const squeeze = width > room ? Math.max(room, 1) / width : 1
  const baseLine = (box[1] + box[3]) / 2 + baseLineBelowMiddle * size
  let along = box[0] + padding
  return text.split(/\s+/).flatMap((word) => {
    const start = along
    along += (widthOf(word, size) + spaceWidth * size) * squeeze
    const end = start + widthOf(word, size) * squeeze
    return word === '' ? [] : [placeWord({ text: word, start, end, baseLine, size, origin })]
  })
}

function setInLines({ text, box, size, origin }: TextToSet): PlacedWord[] {
  const words: PlacedWord[] = []
  let baseLine = box[1] + padding
  for (const paragraph of text.split(/\r\n|[\r\n]/)) {
    let along = Number.POSITIVE_INFINITY
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const width = widthOf(word, size)
      if (along + width > box[2] - padding) {
        along = box[0] + padding
        baseLine += lineStep * size
      }
      words.push(
        placeWord({ text: word, start: along, end: along + width, baseLine, size, origin }),
      )
      along += width + spaceWidth * size
    }
    if (along === Number.POSITIVE_INFINITY) baseLine += lineStep * size
  }
  return words
}

function widthOf(text: string, size: number): number {
  return [...text].reduce((sum, c) => sum + (c === ' ' ? spaceWidth : letterWidth) * size, 0)
}

type Setting = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly baseLine: number
  readonly size: number
  readonly origin: WordOrigin
}

function placeWord({ text, start, end, baseLine, size, origin }: Setting): PlacedWord {
  const box: Box = [start, baseLine - 0.8 * size, end, baseLine + 0.2 * size]
  return {
    word: { text, box, confidence: 1, origin },
    angle: 0,
    alongStart: start,
    alongEnd: end,
    across: baseLine,
    size,
    endsHard: true,
  }
}
