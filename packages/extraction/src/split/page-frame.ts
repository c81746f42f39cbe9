import type { Box, Line, Page, Word } from '@recto/document-text/model'
import { lineText } from '@recto/document-text/page-lines'

/** A line as somebody reads it who has turned the page upright. */
export type UprightLine = {
  readonly line: Line
  readonly text: string
  /** Middle of the line as a share of the height of the page, from the top. */
  readonly place: number
  /** Left end as a share of the width of the page. */
  readonly left: number
  readonly height: number
}

type Turn = 0 | 90 | 180 | 270

/** The beginning and the end of a page say what it is, even if it is as long as a book. */
const maxHeadLines = 60
const maxFootLines = 8
const maxLineWords = 300
const maxLineLetters = 300

/** The outer lines of a page, from the top to the bottom of its text: the page itself may lie on its head. */
export function readUprightLines(page: Page): readonly UprightLine[] {
  const { lines } = page
  const turn = findTurn(lines)
  const outerLines =
    lines.length > maxHeadLines + maxFootLines
      ? [...lines.slice(0, maxHeadLines), ...lines.slice(-maxFootLines)]
      : lines
  return outerLines.map((line) => {
    const end = Math.min(line.end, line.start + maxLineWords)
    const text = lineText(page, { ...line, end }).slice(0, maxLineLetters)
    return { line, text, ...placeOf(line.box, page, turn) }
  })
}

/** The words of lines, with boxes as if the page were upright. */
export function uprightWords(page: Page, lines: readonly UprightLine[]): readonly Word[] {
  const turn = findTurn(page.lines)
  const words = lines.flatMap(({ line }) => page.words.slice(line.start, line.end))
  return turn === 0
    ? words
    : words.map((word) => ({ ...word, box: turnBack(word.box, page, turn) }))
}

function turnBack([x0, y0, x1, y1]: Box, { width, height }: Page, turn: Turn): Box {
  if (turn === 180) return [width - x1, height - y1, width - x0, height - y0]
  if (turn === 90) return [y0, width - x1, y1, width - x0]
  return turn === 270 ? [height - y1, x0, height - y0, x1] : [x0, y0, x1, y1]
}

/** The quarter turn of most lines. */
function findTurn(lines: readonly Line[]): Turn {
  const counts = { 0: 0, 90: 0, 180: 0, 270: 0 }
  for (const { angle = 0 } of lines) counts[toTurn(angle)] += 1
  const turns = [90, 180, 270] as const
  return turns.find((turn) => counts[turn] * 2 > lines.length) ?? 0
}

function toTurn(angle: number): Turn {
  const quarters = Math.round(angle / 90) % 4
  return quarters === 1 ? 90 : quarters === 2 ? 180 : quarters === 3 ? 270 : 0
}

type Place = Pick<UprightLine, 'place' | 'left' | 'height'>

function placeOf([x0, y0, x1, y1]: Box, { width, height }: Page, turn: Turn): Place {
  const x = (x0 + x1) / 2 / width
  const y = (y0 + y1) / 2 / height
  if (turn === 0) return { place: y, left: x0 / width, height: y1 - y0 }
  if (turn === 180) return { place: 1 - y, left: 1 - x1 / width, height: y1 - y0 }
  if (turn === 90) return { place: 1 - x, left: y0 / height, height: x1 - x0 }
  return { place: x, left: 1 - y1 / height, height: x1 - x0 }
}
