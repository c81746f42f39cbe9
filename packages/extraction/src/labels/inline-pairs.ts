import type { DocumentText } from '@recto/document-text/model'
import { type Passage, slicePassage, toPassage } from '../align/passage.ts'
import type { KnownLabels, LabelValue } from './label-value.ts'
import { dropOmittableWords, isOmittable, toLabelWords, toPhrase, toPhraseKey } from './phrases.ts'

const separator = /\s[-–—|•·]\s|[;|•]\s/gu
const maxLabelWords = 6

/**
 * Finds the pairs of one cell in which no colon separates label and value: `Facture n° 2022`, `IBAN
 * NL50…`.
 */
export function findInlinePairs(
  document: DocumentText,
  cell: Passage,
  knownLabels: KnownLabels,
): readonly LabelValue[] {
  return splitSegments(document, cell).flatMap((segment) => {
    if (/[:：]/u.test(segment.text)) return []
    const words = [...segment.text.matchAll(/\S+/gu)]
    const labelLengths = new Set([
      countKnownLabelWords(words, knownLabels),
      countWordsBeforeDigits(words),
    ])
    const leadingPairs = [...labelLengths].flatMap((length) => {
      const valueStart = length === undefined ? undefined : words[length]?.index
      return buildPair(document, segment, { labelStart: 0, valueStart, relation: 'inline' })
    })
    return [
      ...leadingPairs,
      ...findNumberedPairs(document, segment, words, knownLabels),
      ...findSentencePairs(document, segment, words, knownLabels),
    ]
  })
}

function splitSegments(document: DocumentText, cell: Passage): readonly Passage[] {
  const separators = [...cell.text.matchAll(separator)]
  if (separators.length === 0 && cell.text.trim() === cell.text) return [cell]
  const starts = [0, ...separators.map((match) => match.index + match[0].length)]
  const ends = [...separators.map((match) => match.index), cell.text.length]
  return starts.flatMap((start, index) => slicePassage(document, cell, start, ends[index]) ?? [])
}

type WordMatches = readonly RegExpExecArray[]

/** Number of words at the beginning that form a known label, if more words follow. */
function countKnownLabelWords(words: WordMatches, knownLabels: KnownLabels): number | undefined {
  const labelWords = words.slice(0, maxLabelWords).map(([word]) => toLabelWords(word))
  const firstUnknown = labelWords.findIndex(
    (wordParts) => !wordParts.every((word) => canBelongToLabel(word, knownLabels)),
  )
  const maxLength = firstUnknown < 0 ? labelWords.length : firstUnknown
  const toKeyOfFirst = (length: number) =>
    toPhraseKey(dropOmittableWords(labelWords.slice(0, length).flat()))
  // The whole segment is a label: `Customer number` does not name a customer.
  if (words.length === maxLength && knownLabels.has(toKeyOfFirst(maxLength))) return undefined
  for (let length = Math.min(maxLength, words.length - 1); length > 0; length--) {
    const key = toKeyOfFirst(length)
    // A last word that adds nothing to the label belongs to the value: the DE of a VAT number.
    if (knownLabels.has(key) && toKeyOfFirst(length - 1) !== key) return length
  }
  return undefined
}

const canBelongToLabel = (word: string, knownLabels: KnownLabels): boolean =>
  knownLabels.hasWord(word) || isOmittable(word)

/** Number of words before the first one with a digit. */
function countWordsBeforeDigits(words: WordMatches): number | undefined {
  const firstNumber = words.findIndex(([word]) => /\d/.test(word))
  // The country of a VAT number belongs to the number.
  const hasCountry = firstNumber > 1 && /^[A-Z]{2}$/.test(words[firstNumber - 1]?.[0] ?? '')
  const firstWithDigit = hasCountry ? firstNumber - 1 : firstNumber
  return firstWithDigit > 0 && firstWithDigit <= maxLabelWords ? firstWithDigit : undefined
}

/**
 * Finds a label at the beginning of a cell whose number follows later: `Facture du 2 juillet 2015
 * n° F-1507`.
 */
function findNumberedPairs(
  document: DocumentText,
  segment: Passage,
  words: WordMatches,
  knownLabels: KnownLabels,
): readonly LabelValue[] {
  const numberWordIndex = words.findIndex(
    ([word], index) =>
      index > 1 &&
      /\d/.test(words[index + 1]?.[0] ?? '') &&
      isNumberWord(word) &&
      !isState(words, index),
  )
  const [firstWord] = words
  if (numberWordIndex < 0 || !firstWord || !knownLabels.has(toKey(firstWord[0]))) return []
  // The number belongs to the nearest label: `Invoice for order no. 77`.
  const isOfOtherLabel = words
    .slice(1, numberWordIndex)
    .some(([word]) => /^\p{L}{4}/u.test(word) && knownLabels.has(toKey(word)))
  if (isOfOtherLabel) return []
  const labelWordIndexes = [segment.words[0], segment.words[numberWordIndex]].filter(
    (index) => index !== undefined,
  )
  const value = slicePassage(document, segment, words[numberWordIndex + 1]?.index ?? 0)
  if (segment.words.length !== words.length || !value) return []
  return [{ label: toPassage(document, segment.page, labelWordIndexes), value, relation: 'inline' }]
}

/** Whether a word is a state between a town and its postcode: `Boise, ID 83701`. */
const isState = (words: WordMatches, index: number): boolean =>
  /^[A-Z]{2}$/.test(words[index]?.[0] ?? '') &&
  words[index - 1]?.[0].endsWith(',') === true &&
  /^\d{5}(?:-\d{4})?,?$/.test(words[index + 1]?.[0] ?? '')

const toKey = (text: string): string => toPhraseKey(toPhrase(text))
const isNumberWord = (word: string): boolean => toKey(word) === 'number'

type PairOffsets = {
  readonly labelStart: number
  readonly valueStart: number | undefined
  readonly relation: 'inline' | 'in-sentence'
}

function buildPair(
  document: DocumentText,
  segment: Passage,
  { labelStart, valueStart, relation }: PairOffsets,
): readonly LabelValue[] {
  if (valueStart === undefined) return []
  const label = slicePassage(document, segment, labelStart, valueStart)
  const valuePassage = slicePassage(document, segment, valueStart)
  return label && valuePassage ? [{ label, value: valuePassage, relation }] : []
}

/**
 * Finds known labels of two or more words in the middle of a sentence, before a word with a digit.
 */
function findSentencePairs(
  document: DocumentText,
  segment: Passage,
  words: WordMatches,
  knownLabels: KnownLabels,
): readonly LabelValue[] {
  return words.flatMap((word, index) => {
    const isNumbered = index > 2 && /\d/.test(word[0])
    const labelStart = isNumbered ? findLabelBefore(words, index, knownLabels) : undefined
    return labelStart === undefined
      ? []
      : buildPair(document, segment, {
          labelStart,
          valueStart: word.index,
          relation: 'in-sentence',
        })
  })
}

const maxSentenceLabelWords = 4

function findLabelBefore(
  words: WordMatches,
  endIndex: number,
  knownLabels: KnownLabels,
): number | undefined {
  const precedingWords = words.slice(Math.max(1, endIndex - maxSentenceLabelWords), endIndex)
  const firstIndex = precedingWords.findLastIndex(([word]) => /\d/.test(word)) + 1
  const labelWords = precedingWords.slice(firstIndex).map(([word]) => toLabelWords(word))
  const lastUnknown = labelWords.findLastIndex(
    (wordParts) => !wordParts.every((word) => canBelongToLabel(word, knownLabels)),
  )
  for (let labelIndex = lastUnknown + 1; labelIndex < labelWords.length - 1; labelIndex++) {
    const key = toPhraseKey(dropOmittableWords(labelWords.slice(labelIndex).flat()))
    if (knownLabels.has(key)) return precedingWords[firstIndex + labelIndex]?.index
  }
  return undefined
}
