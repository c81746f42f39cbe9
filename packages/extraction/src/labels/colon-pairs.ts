import type { DocumentText } from '@recto/document-text/model'
import { type Passage, slicePassage } from '../align/passage.ts'
import type { LabelValue } from './label-value.ts'

/** A colon that does not belong to a time, a ratio or a URL. */
const colon = /(?<!\d)[:：](?!\/\/)|[:：](?=\s)/gu
const separator = /\s[-–—|•·/]\s|[;|•]\s/gu
const maxLabelLength = 90

/** Finds the pairs of one cell in which a colon separates label and value. */
export function findColonPairs(
  document: DocumentText,
  cell: Passage,
  cellToRight: Passage | undefined,
  cellBelow: Passage | undefined,
): readonly LabelValue[] {
  const colonOffsets = [...cell.text.matchAll(colon)].map((match) => match.index)
  return colonOffsets.flatMap((colonOffset, index) => {
    const label = slicePassage(
      document,
      cell,
      findLabelStart(cell.text, colonOffsets[index - 1], colonOffset),
      colonOffset,
    )
    if (!label || label.text.length > maxLabelLength || !/\p{L}/u.test(label.text)) return []
    const nextColon = colonOffsets[index + 1]
    const end =
      nextColon === undefined ? cell.text.length : findLabelStart(cell.text, colonOffset, nextColon)
    const value = slicePassage(document, cell, colonOffset + 1, endBeforeSeparator(cell.text, end))
    if (value) return [{ label, value, relation: 'after-colon' as const }]
    return index === colonOffsets.length - 1 ? pairWithNeighbors(label, cellToRight, cellBelow) : []
  })
}

/** Moves the end of a value before the separator that precedes the next label. */
function endBeforeSeparator(text: string, end: number): number {
  return text.slice(0, end).replace(/(?<![\s|•·–—/-])[\s|•·–—/-]+$/u, '').length
}

function pairWithNeighbors(
  label: Passage,
  cellToRight: Passage | undefined,
  cellBelow: Passage | undefined,
): readonly LabelValue[] {
  return [
    ...(cellToRight ? [{ label, value: cellToRight, relation: 'after-colon' as const }] : []),
    ...(cellBelow ? [{ label, value: cellBelow, relation: 'below' as const }] : []),
  ]
}

/** Offset at which the label before a colon begins; other words can precede it in the same cell. */
function findLabelStart(
  text: string,
  previousColon: number | undefined,
  colonOffset: number,
): number {
  const start = previousColon === undefined ? 0 : previousColon + 1
  const textBetween = text.slice(start, colonOffset)
  const lastSeparator = [...textBetween.matchAll(separator)].at(-1)
  if (lastSeparator) return start + lastSeparator.index + lastSeparator[0].length
  return previousColon === undefined ? 0 : start + findLastCapitalizedWords(textBetween)
}

/** Offset of the last one to three words, the first of which is capitalized. */
function findLastCapitalizedWords(text: string): number {
  const words = [...text.matchAll(/\S+/g)].slice(-3)
  let start = 0
  while (words.length > 0) {
    const word = words.pop()
    const letters = word && /(?<![\p{L}.'°-])[\p{L}.'°-]+$/u.exec(word[0])
    const capital = letters?.[0].search(/\p{Lu}/u) ?? -1
    if (word && letters && capital >= 0) start = word.index + letters.index + capital
    // Only a word that consists entirely of letters can be preceded by another word of the label.
    if (letters?.index !== 0 || !/^\p{L}/u.test(letters[0])) break
  }
  return start
}
