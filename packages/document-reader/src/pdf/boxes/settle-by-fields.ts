import type { PlacedWord } from '../../words/group-words.ts'
import { isMiddleIn } from './box-candidate.ts'
import { isMarkSign } from './box-signs.ts'

type SettledBoxes = {
  readonly boxes: readonly PlacedWord[]
  readonly annotationWords: readonly PlacedWord[]
}

/**
 * A field of a form knows more than the box that is drawn under it: a check box knows its state, and a mark may be what a
 * text field holds.
 */
export function settleByFields(
  boxes: readonly PlacedWord[],
  annotationWords: readonly PlacedWord[],
): SettledBoxes {
  if (boxes.length === 0 || annotationWords.length === 0) return { boxes, annotationWords }
  const marks = new Set<PlacedWord>()
  const settledBoxes = boxes.map((box) => {
    const words = annotationWords.filter(
      ({ word }) =>
        isMiddleIn(word.box, box.word.box) ||
        (word.isCheckbox && isMiddleIn(box.word.box, word.box)),
    )
    if (words.length === 0) return box
    if (words.some(({ word }) => word.isCheckbox || !isMarkSign(word.text))) return undefined
    for (const word of words) marks.add(word)
    return { ...box, word: { ...box.word, text: '[X]', origin: 'form' as const } }
  })
  return {
    boxes: settledBoxes.filter((value) => value !== undefined),
    annotationWords: annotationWords.filter((word) => !marks.has(word)),
  }
}
