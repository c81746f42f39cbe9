import type { Box, Page, Word } from './model.ts'
import type { PlacedWord } from './words/group-words.ts'

/** How far below the base line the box of a letter reaches, as a share of its height. */
const descent = 0.22

/** The words of a page as they were before their lines were grouped, so that others can be grouped with them. */
export function placeWordsOf(page: Page): PlacedWord[] {
  return page.lines.flatMap((line) =>
    page.words.slice(line.start, line.end).map((word) => placeWord(word, line.angle)),
  )
}

/** A check box looks the same from all sides, so it runs as most of the words around it do. */
export function turnMarks(
  marked: readonly PlacedWord[],
  words: readonly PlacedWord[],
): readonly PlacedWord[] {
  if (!marked.some(({ word }) => word.isCheckbox)) return marked
  const angle = mainAngle(words)
  if (angle === 0) return marked
  return marked.map((placed) => (placed.word.isCheckbox ? placeWord(placed.word, angle) : placed))
}

function mainAngle(words: readonly PlacedWord[]): number {
  const counts = new Map<number, number>()
  for (const { angle } of words) counts.set(angle, (counts.get(angle) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? 0
}

/** The base line is not kept with a word; where the letters usually stand in their boxes tells it well enough. */
function placeWord(word: Word, angle = 0): PlacedWord {
  const { start, end, top, bottom } = turnBox(word.box, angle)
  const size = bottom - top
  return {
    word,
    angle,
    alongStart: start,
    alongEnd: end,
    across: bottom - descent * size,
    size,
    endsHard: true,
  }
}

/** Into the frame of text that runs in the given direction, as `PlacedWord` describes it. */
function turnBox([x0, y0, x1, y1]: Box, angle: number) {
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const along = [x0 * cos + y0 * sin, x1 * cos + y1 * sin]
  const across = [y0 * cos - x0 * sin, y1 * cos - x1 * sin]
  return {
    start: Math.min(...along),
    end: Math.max(...along),
    top: Math.min(...across),
    bottom: Math.max(...across),
  }
}
