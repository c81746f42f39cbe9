import type { FieldType } from '@recto/provider-spec/answer'
import { type Passage, slicePassage } from '../align/passage.ts'
import { toLabelWords } from '../labels/phrases.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { getSpecificWords, isSameWord } from './classify-words.ts'
import { isAddedTo } from './concepts/find-in-sentences.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'
import { getSentences } from './sentences.ts'

type LocatedValue = {
  readonly start: number
  readonly end: number
  readonly value: number | string
}

/**
 * Finds the date or amount in a sentence that contains all specific words of the question: the
 * first one after these words, or the only one in the sentence. Finds nothing when two sentences
 * give different values.
 */
export function findInProse(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): Finding | undefined {
  const { type } = fieldQuestion.question
  if (type !== 'date' && type !== 'number') return undefined
  const specificWords = getSpecificWords(fieldQuestion.phrases)
  if (specificWords.length === 0) return undefined
  const findings = getSentences(preparedDocument).flatMap((sentence) =>
    findValueInSentence(preparedDocument, sentence, specificWords, type),
  )
  return new Set(findings.map(({ value }) => value)).size === 1 ? findings[0] : undefined
}

function findValueInSentence(
  preparedDocument: PreparedDocument,
  sentence: Passage,
  specificWords: readonly string[],
  type: FieldType,
): readonly Finding[] {
  const label = locateWords(sentence, specificWords)
  if (!label) return []
  const values = findValues(preparedDocument, sentence, type).filter(
    ({ end }) => end > label.end || !isAddedTo(sentence.text.slice(end)),
  )
  const valueAfter = values.find(({ start }) => start >= label.end)
  const value = valueAfter && isNear(sentence, label.end, valueAfter) ? valueAfter : getOnly(values)
  const part = value && slicePassage(preparedDocument.document, sentence, value.start, value.end)
  if (!value || !part) return []
  const reason = {
    kind: 'label',
    label: label.text,
    page: part.page,
    relation: 'in-sentence',
  } as const
  return [addReasons(toFinding(part, value.value, String(value.value)), reason)]
}

/** Maximum distance between the words and the value, in characters. */
const maxDistance = 90

const isNear = ({ text }: Passage, end: number, { start }: LocatedValue): boolean =>
  start - end <= maxDistance && !/[.;]\s/.test(text.slice(end, start))

const getOnly = (values: readonly LocatedValue[]): LocatedValue | undefined =>
  values.length === 1 ? values[0] : undefined

const wordsBySentence = new WeakMap<Passage, readonly (readonly string[])[]>()

/**
 * The normalized words of a sentence, cached because every question needs those of all sentences.
 */
function getSentenceWords(sentence: Passage): readonly (readonly string[])[] {
  const cachedWords = wordsBySentence.get(sentence)
  if (cachedWords) return cachedWords
  const { text, words, starts } = sentence
  const sentenceWords = words.map((_, i) =>
    toLabelWords(text.slice(starts[i] ?? 0, starts[i + 1] ?? text.length)),
  )
  wordsBySentence.set(sentence, sentenceWords)
  return sentenceWords
}

/** Locates the words in a sentence, as the shortest range that contains all of them. */
function locateWords(
  sentence: Passage,
  specificWords: readonly string[],
): { readonly end: number; readonly text: string } | undefined {
  const { text, starts } = sentence
  const sentenceWords = getSentenceWords(sentence)
  const positions = specificWords.map((word) =>
    sentenceWords
      .map((wordParts, i) => (wordParts.some((one) => isSameWord(one, word)) ? i : undefined))
      .filter((value) => value !== undefined),
  )
  if (positions.some(({ length }) => length === 0)) return undefined
  const last = Math.max(...positions.map((positionsOfWord) => positionsOfWord.at(0) ?? 0))
  const first = Math.min(...positions.map((all) => all.findLast((index) => index <= last) ?? last))
  const end = (starts[last + 1] ?? text.length + 1) - 1
  return { end, text: text.slice(starts[first] ?? 0, end) }
}

function findValues(
  { dateOrder, decimalMark }: PreparedDocument,
  { text }: Passage,
  type: FieldType,
): readonly LocatedValue[] {
  const dates = findDates(text, dateOrder)
  if (type === 'date') return dates.map(({ start, end, iso }) => ({ start, end, value: iso }))
  return findNumbers(text, decimalMark).filter(
    ({ currency, hasDecimals, isPercent, start, end }) =>
      (currency !== undefined || hasDecimals) &&
      !isPercent &&
      !dates.some((date) => date.start < end && date.end > start),
  )
}
