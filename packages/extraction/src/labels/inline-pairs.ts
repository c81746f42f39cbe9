import type { DocumentText } from '@recto/document-text/model'
import { type Passage, passageOf, slicePassage } from '../align/passage.ts'
import type { KnownLabels, LabelValue } from './label-value.ts'
import { isLeftOut, namedWordsOf, nameOfPhrase, phraseOf, phraseOfNamed } from './phrases.ts'

const separator = /\s[-–—|•·]\s|[;|•]\s/gu
const maxLabelWords = 6

/** The pairs of one cell in which no colon parts label from value: `Facture n° 2022`, `IBAN NL50…`. */
export function inlinePairs(
  document: DocumentText,
  cell: Passage,
  known: KnownLabels,
): readonly LabelValue[] {
  return segments(document, cell).flatMap((segment) => {
    if (/[:：]/u.test(segment.text)) return []
    const words = [...segment.text.matchAll(/\S+/gu)]
    const lengths = new Set([knownLabelLength(words, known), lettersBeforeDigits(words)])
    const leading = [...lengths].flatMap((length) => {
      const value = length === undefined ? undefined : words[length]?.index
      return pairAt(document, segment, { from: 0, value, relation: 'inline' })
    })
    return [
      ...leading,
      ...numberedPairs(document, segment, words, known),
      ...sentencePairs(document, segment, words, known),
    ]
  })
}

function segments(document: DocumentText, cell: Passage): readonly Passage[] {
  const cuts = [...cell.text.matchAll(separator)]
  if (cuts.length === 0 && cell.text.trim() === cell.text) return [cell]
  const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)]
  const ends = [...cuts.map((cut) => cut.index), cell.text.length]
  return starts.flatMap((start, i) => slicePassage(document, cell, start, ends[i]) ?? [])
}

type Words = readonly RegExpExecArray[]

/** How many words at the beginning are a known label, when more words follow. */
function knownLabelLength(words: Words, known: KnownLabels): number | undefined {
  const named = words.slice(0, maxLabelWords).map(([word]) => namedWordsOf(word))
  const strange = named.findIndex((own) => !own.every((word) => isOfLabel(word, known)))
  const possible = strange < 0 ? named.length : strange
  const nameOf = (length: number) => nameOfPhrase(phraseOfNamed(named.slice(0, length).flat()))
  // All of it is a label: `Customer number` is no customer.
  if (words.length === possible && known.has(nameOf(possible))) return undefined
  for (let length = Math.min(possible, words.length - 1); length > 0; length--) {
    const name = nameOf(length)
    // A last word that adds nothing to the label belongs to the value: the DE of a VAT number.
    if (known.has(name) && nameOf(length - 1) !== name) return length
  }
  return undefined
}

const isOfLabel = (word: string, known: KnownLabels): boolean =>
  known.hasWord(word) || isLeftOut(word)

/** How many words stand before the first with a digit. */
function lettersBeforeDigits(words: Words): number | undefined {
  const first = words.findIndex(([word]) => /\d/.test(word))
  return first > 0 && first <= maxLabelWords ? first : undefined
}

/** What a cell begins with may be numbered further on: `Facture du 2 juillet 2015 n° F-1507`. */
function numberedPairs(
  document: DocumentText,
  segment: Passage,
  words: Words,
  known: KnownLabels,
): readonly LabelValue[] {
  const at = words.findIndex(
    ([word], i) => i > 1 && /\d/.test(words[i + 1]?.[0] ?? '') && isNumberWord(word),
  )
  const [first] = words
  if (at < 0 || !first || !known.has(nameOf(first[0]))) return []
  const places = [segment.words[0], segment.words[at]].filter((place) => place !== undefined)
  const value = slicePassage(document, segment, words[at + 1]?.index ?? 0)
  if (segment.words.length !== words.length || !value) return []
  return [{ label: passageOf(document, segment.page, places), value, relation: 'inline' }]
}

const nameOf = (text: string): string => nameOfPhrase(phraseOf(text))
const isNumberWord = (word: string): boolean => nameOf(word) === 'number'

type Cut = {
  readonly from: number
  readonly value: number | undefined
  readonly relation: 'inline' | 'in-sentence'
}

function pairAt(
  document: DocumentText,
  segment: Passage,
  { from, value, relation }: Cut,
): readonly LabelValue[] {
  if (value === undefined) return []
  const label = slicePassage(document, segment, from, value)
  const rest = slicePassage(document, segment, value)
  return label && rest ? [{ label, value: rest, relation }] : []
}

/** A known label of two words or more in the middle of a sentence, before a word with a digit. */
function sentencePairs(
  document: DocumentText,
  segment: Passage,
  words: Words,
  known: KnownLabels,
): readonly LabelValue[] {
  return words.flatMap((word, at) => {
    const isNumbered = at > 2 && /\d/.test(word[0])
    const start = isNumbered ? labelBefore(words, at, known) : undefined
    return start === undefined
      ? []
      : pairAt(document, segment, { from: start, value: word.index, relation: 'in-sentence' })
  })
}

function labelBefore(words: Words, at: number, known: KnownLabels): number | undefined {
  const before = words.slice(Math.max(1, at - longestInSentence), at)
  const from = before.findLastIndex(([word]) => /\d/.test(word)) + 1
  const named = before.slice(from).map(([word]) => namedWordsOf(word))
  const strange = named.findLastIndex((own) => !own.every((word) => isOfLabel(word, known)))
  for (let start = strange + 1; start < named.length - 1; start++) {
    const name = nameOfPhrase(phraseOfNamed(named.slice(start).flat()))
    if (known.has(name)) return before[from + start]?.index
  }
  return undefined
}

const longestInSentence = 4
