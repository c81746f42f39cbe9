import { fold, foldKeepingOffsets, wordsOf } from '../../values/fold.ts'
import { getMonthNumber } from '../../values/month-names.ts'
import { type DateOrder, findDates } from '../../values/parse-date.ts'
import {
  type Concept,
  type ConceptGroup,
  findConcepts,
  functionWords,
  maxConceptWords,
  stemOf,
} from './concept-vocabulary.ts'
import { cognateOf, splitCompound, type WordPart } from './word-parts.ts'

/** One thing that a question, a label or a heading says. */
export type MeaningToken = {
  /** The group of a concept, or what else the token is. */
  readonly group: ConceptGroup | 'word' | 'number' | 'date'
  /** Two tokens mean the same when they share a key. */
  readonly keys: readonly string[]
}

const tokensByText = new Map<string, readonly MeaningToken[]>()
const maxCachedTexts = 20_000
/** Longer texts are sentences, which rarely occur again. */
const maxCachedLength = 200

/**
 * Returns the meaning of a text, in the order of its words. Words that name nothing are left out, unless the
 * text has no other.
 */
export function toMeaningTokens(text: string, order?: DateOrder): readonly MeaningToken[] {
  const key = `${order}:${text}`
  const cachedTokens = tokensByText.get(key)
  if (cachedTokens) return cachedTokens
  const tokens = readTokens(text, order)
  if (text.length > maxCachedLength) return tokens
  if (tokensByText.size >= maxCachedTexts) tokensByText.clear()
  tokensByText.set(key, tokens)
  return tokens
}

/** What each word of a text means by itself, without the phrases that they form: `payment` in `payment on account`. */
export const toWordTokens = (text: string): readonly MeaningToken[] =>
  wordsOf(text).flatMap((word) => readWord(word, false))

function readTokens(text: string, order: DateOrder | undefined): readonly MeaningToken[] {
  const dates = findDates(text, order)
  const rest = dates.reduceRight(
    (textBefore, { start, end }) => `${textBefore.slice(0, start)} ${textBefore.slice(end)}`,
    foldKeepingOffsets(text),
  )
  const words = wordsOf(rest.replace(/(?<=\p{L})- (?=\p{Ll})/gu, ''))
  const namedTokens = readWords(words, false)
  const tokens = namedTokens.length > 0 || dates.length > 0 ? namedTokens : readWords(words, true)
  return [...tokens, ...dates.map(({ iso }) => toDateToken(iso))]
}

const toDateToken = (iso: string): MeaningToken => {
  const [year = '', month = ''] = iso.split('-')
  return { group: 'date', keys: [`@${iso}`, `#${year}`, `month:${Number(month)}`] }
}

function readWords(words: readonly string[], readsFunctionWords: boolean): readonly MeaningToken[] {
  const tokens: MeaningToken[] = []
  for (let index = 0; index < words.length; ) {
    const length = findPhraseLength(words, index)
    const phrase = words.slice(index, index + length).join(' ')
    if (length > 1) tokens.push(toConceptToken(phrase, findPhraseConcepts(phrase)))
    else tokens.push(...readWord(phrase, readsFunctionWords))
    index += length
  }
  return tokens
}

/** Number of words at a position that name a concept together, or 1. */
function findPhraseLength(words: readonly string[], from: number): number {
  const maxLength = Math.min(maxConceptWords, words.length - from)
  for (let length = maxLength; length > 1; length--)
    if (findPhraseConcepts(words.slice(from, from + length).join(' ')).length > 0) return length
  return 1
}

/** The concepts of a phrase, also of its singular: `white blood cell`. */
function findPhraseConcepts(phrase: string): readonly Concept[] {
  const concepts = findConcepts(phrase)
  return concepts.length > 0 ? concepts : findConcepts(`${phrase}s`)
}

function readWord(word: string, readsFunctionWords: boolean): readonly MeaningToken[] {
  if (/^\d/.test(word)) return [{ group: 'number', keys: [`#${word.replace(/^0+(?=\d)/, '')}`] }]
  const isForm = findConcepts(word).some(({ group }) => group === 'forms')
  if (functionWords.has(word) && !readsFunctionWords && !isForm) return []
  const month = getMonthNumber(word)
  if (month !== undefined && word.length > 2) return [{ group: 'date', keys: [`month:${month}`] }]
  if (word.length < 2) return []
  return splitCompound(word).map((part) => toPartToken(part))
}

const toPartToken = ({ text, concepts }: WordPart): MeaningToken =>
  concepts.length > 0 ? toConceptToken(text, concepts) : toWordToken(text)

function toWordToken(word: string): MeaningToken {
  const cognate = cognateOf(word)
  const keys = [`=${stemOf(word)}`, ...(cognate === undefined ? [] : [`~${cognate}`])]
  return { group: 'word', keys }
}

/** The more a concept narrows what is meant, the later. */
const groupOrder: readonly ConceptGroup[] = [
  'forms',
  'units',
  'generic',
  'contexts',
  'modifiers',
  'roles',
  'things',
]

function toConceptToken(word: string, concepts: readonly Concept[]): MeaningToken {
  const group = groupOrder.find((one) => concepts.some((concept) => concept.group === one))
  return {
    group: group ?? 'things',
    keys: [...concepts.map(({ name }) => name), `=${stemOf(fold(word))}`],
  }
}
