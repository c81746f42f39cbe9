import type { HiddenReason, HiddenText } from '@recto/document-text/model'
import { groupLines } from '../../words/group-lines.ts'
import type { PlacedWord } from '../../words/group-words.ts'

/** Of a page, and letters of a line: more of it tells nobody more. */
const mostLines = 200
const mostLetters = 300

/** Hidden words as lines with their places, in reading order. */
export function describeHidden(
  words: ReadonlyMap<HiddenReason, readonly PlacedWord[]>,
): readonly HiddenText[] {
  const found: HiddenText[] = []
  for (const [reason, placed] of words) {
    const { words: ordered, lines } = groupLines(placed)
    for (const { box, start, end } of lines.slice(0, mostLines - found.length)) {
      const text = ordered
        .slice(start, end)
        .map((word) => word.text)
        .join(' ')
      found.push({ text: text.slice(0, mostLetters), box, reason })
    }
  }
  return found
}
