import type { HiddenReason, HiddenText } from '@recto/document-text/model'
import { groupLines } from '../../words/group-lines.ts'
import type { PlacedWord } from '../../words/group-words.ts'

/** Limits of what is reported: lines per page, and letters per line. */
const maxLines = 200
const maxLineLength = 300

/** Returns hidden words as lines with their boxes, in reading order. */
export function describeHidden(
  words: ReadonlyMap<HiddenReason, readonly PlacedWord[]>,
): readonly HiddenText[] {
  const hiddenTexts: HiddenText[] = []
  for (const [reason, placedWords] of words) {
    const { words: orderedWords, lines } = groupLines(placedWords)
    for (const { box, start, end } of lines.slice(0, maxLines - hiddenTexts.length)) {
      const text = orderedWords
        .slice(start, end)
        .map((word) => word.text)
        .join(' ')
      hiddenTexts.push({ text: text.slice(0, maxLineLength), box, reason })
    }
  }
  return hiddenTexts
}
