import type { DocumentText } from '@recto/document-text/model'
import { type Passage, slicePassage } from '../align/passage.ts'
import type { LabelValue } from './label-value.ts'

/** Not the colon of a time, a ratio or an address. */
const colon = /(?<!\d)[:：](?!\/\/)|[:：](?=\s)/gu
const separator = /\s[-–—|•·/]\s|[;|•]\s/gu
const maxLabelLength = 90

/** The pairs of one cell in which a colon parts label from value. */
export function colonPairs(
  document: DocumentText,
  cell: Passage,
  right: Passage | undefined,
  below: Passage | undefined,
): readonly LabelValue[] {
  const colons = [...cell.text.matchAll(colon)].map((match) => match.index)
  return colons.flatMap((at, i) => {
    const label = slicePassage(document, cell, labelStart(cell.text, colons[i - 1], at), at)
    if (!label || label.text.length > maxLabelLength || !/\p{L}/u.test(label.text)) return []
    const next = colons[i + 1]
    const end = next === undefined ? cell.text.length : labelStart(cell.text, at, next)
    const value = slicePassage(document, cell, at + 1, withoutSeparator(cell.text, end))
    if (value) return [{ label, value, relation: 'after-colon' as const }]
    return i === colons.length - 1 ? beside(label, right, below) : []
  })
}

/** A separator before the next label does not belong to the value. */
function withoutSeparator(text: string, end: number): number {
  return text.slice(0, end).replace(/(?<![\s|•·–—/-])[\s|•·–—/-]+$/u, '').length
}

function beside(
  label: Passage,
  right: Passage | undefined,
  below: Passage | undefined,
): readonly LabelValue[] {
  return [
    ...(right ? [{ label, value: right, relation: 'after-colon' as const }] : []),
    ...(below ? [{ label, value: below, relation: 'below' as const }] : []),
  ]
}

/** Where the label that ends at a colon begins: other words may stand before it in the same cell. */
function labelStart(text: string, previousColon: number | undefined, colonAt: number): number {
  const from = previousColon === undefined ? 0 : previousColon + 1
  const between = text.slice(from, colonAt)
  const parted = [...between.matchAll(separator)].at(-1)
  if (parted) return from + parted.index + parted[0].length
  return previousColon === undefined ? 0 : from + lastCapitalised(between)
}

/** The last one to three words, of which the first is capitalised. */
function lastCapitalised(text: string): number {
  const words = [...text.matchAll(/\S+/g)].slice(-3)
  let start = 0
  while (words.length > 0) {
    const word = words.pop()
    const letters = word && /(?<![\p{L}.'°-])[\p{L}.'°-]+$/u.exec(word[0])
    const capital = letters?.[0].search(/\p{Lu}/u) ?? -1
    if (word && letters && capital >= 0) start = word.index + letters.index + capital
    // Only a word that is all letters may have another one before it.
    if (letters?.index !== 0 || !/^\p{L}/u.test(letters[0])) break
  }
  return start
}
