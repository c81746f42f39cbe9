import type { Page, Word } from '@recto/document-text/model'
import { turnBox } from '@recto/document-text/turn-box'
import type { PlacedWord } from './group-words.ts'

/** How far below the base line the box of a letter reaches, as a share of its height. */
const descent = 0.22

/** The words of a page as they were before their lines were grouped, so that others can be grouped with them. */
export function placeWordsOf(page: Page): PlacedWord[] {
  return page.lines.flatMap((line) =>
    page.words.slice(line.start, line.end).map((word) => placeWord(word, line.angle)),
  )
}

/** A check box looks the same from all sides, so it runs as most of the words around it do. */
export function turnAnnotationWords(
  annotationWords: readonly PlacedWord[],
  words: readonly PlacedWord[],
): readonly PlacedWord[] {
  if (!annotationWords.some(({ word }) => word.isCheckbox)) return annotationWords
  const angle = mainAngle(words)
  if (angle === 0) return annotationWords
  return annotationWords.map((placedWord) =>
    placedWord.word.isCheckbox ? placeWord(placedWord.word, angle) : placedWord,
  )
}

function mainAngle(words: readonly PlacedWord[]): number {
  const counts = new Map<number, number>()
  for (const { angle } of words) counts.set(angle, (counts.get(angle) ?? 0) + 1)
  const [commonAngle] = [...counts].sort(([, a], [, b]) => b - a)
  return commonAngle?.[0] ?? 0
}

/** The base line is not kept with a word; where the letters usually stand in their boxes tells it well enough. */
function placeWord(word: Word, angle = 0): PlacedWord {
  const [start, top, end, bottom] = turnBox(word.box, angle)
  const size = bottom - top
  return {
    word,
    angle,
    alongStart: start,
    alongEnd: end,
    baseLine: bottom - descent * size,
    size,
    endsHard: true,
  }
}
