import { omitUndefined } from '@recto/omit-undefined'
import {
  type Box,
  type DocumentText,
  formatVersion,
  type Line,
  type Page,
  type Word,
} from '../model.ts'

/** A phrase: the left end of its base line in points, its letters half as wide as high, blanks a quarter. */
export type Phrase = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly confidence?: number
  readonly origin?: Word['origin']
  /** Degrees clockwise, for the line only: the boxes stay as if it were upright. */
  readonly angle?: number
  /** Keeps where the letters are, as the reader does when it is asked for glyphs. */
  readonly withGlyphs?: boolean
}

/** A page as a reader would deliver it; each phrase is a line of its own. */
export function typePage(phrases: readonly Phrase[], rest: Partial<Page> = {}): Page {
  const words: Word[] = []
  const lines: Line[] = []
  for (const phrase of phrases) {
    const start = words.length
    words.push(...wordsOf(phrase))
    const first = words[start]!
    const last = words.at(-1)!
    const box: Box = [first.box[0], first.box[1], last.box[2], last.box[3]]
    const { angle } = phrase
    lines.push({ start, end: words.length, box, ...omitUndefined({ angle }) })
  }
  return { number: 0, width: 612, height: 792, rotation: 0, words, lines, ...rest }
}

/** Pages are numbered in the given order. */
export function typeDocument(...pages: readonly Page[]): DocumentText {
  return { formatVersion, pages: pages.map((page, number) => ({ ...page, number })) }
}

function wordsOf({ text, x, y, size = 10, confidence = 1, origin = 'native', withGlyphs }: Phrase) {
  let index = x
  return text.split(' ').map((word): Word => {
    const letters = [...word]
    const edges = letters.flatMap((_, i) => [index + (i * size) / 2, index + ((i + 1) * size) / 2])
    const box: Box = [index, y - 0.8 * size, index + (letters.length * size) / 2, y + 0.2 * size]
    index = box[2] + size / 4
    const glyphs = { edges, isSpaced: true }
    return {
      text: word,
      box,
      confidence,
      origin,
      ...omitUndefined({ glyphs: withGlyphs ? glyphs : undefined }),
    }
  })
}

/** The page as it looks when each point moves; boxes stay upright around what they held. */
export function movePage(
  page: Page,
  move: (x: number, y: number) => readonly [number, number],
  angle?: number,
): Page {
  const moveBox = ([x0, y0, x1, y1]: Box): Box => {
    const corners = [move(x0, y0), move(x1, y0), move(x0, y1), move(x1, y1)]
    const xs = corners.map(([x]) => x)
    const ys = corners.map(([, y]) => y)
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }
  return {
    ...page,
    words: page.words.map((word) => ({ ...word, box: moveBox(word.box) })),
    lines: page.lines.map((line) => ({
      ...line,
      box: moveBox(line.box),
      ...omitUndefined({ angle }),
    })),
    ...omitUndefined({ rules: page.rules?.map(moveBox) }),
  }
}

/** Turned clockwise around the top left corner, in whole or broken degrees. */
export function turnPage(page: Page, degrees: number): Page {
  const turn = (degrees * Math.PI) / 180
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  const angle = (Math.round(degrees) + 360) % 360
  const move = (x: number, y: number) => [x * cos - y * sin, x * sin + y * cos] as const
  return movePage(page, move, angle === 0 ? undefined : angle)
}
