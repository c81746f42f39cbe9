import type { FieldType } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { type WordListName, wordsInAllLanguages } from '../vocabulary/languages.ts'
import {
  customerWords,
  deliveryWords,
  ignoredWords,
  nameWords,
  sellerWords,
  subjectWords,
} from './question-words.ts'

/** Form of a value that a word implies, without saying which value it is. */
type ValueForm = 'name' | 'date' | 'amount' | 'number'

/** The words of a label or question, classified by what they express. */
export type ClassifiedWords = {
  /** Words that identify the value, in order. */
  readonly specific: readonly string[]
  readonly forms: ReadonlySet<ValueForm>
}

const foldedWords = (list: WordListName) => wordsInAllLanguages(list).map(fold)

const formByWord: ReadonlyMap<string, ValueForm> = new Map<string, ValueForm>([
  ...[...nameWords].map((word) => [word, 'name'] as const),
  ...foldedWords('dateWords').map((word) => [word, 'date'] as const),
  ...foldedWords('amountWords').map((word) => [word, 'amount'] as const),
  ...[...foldedWords('numberWords'), 'code'].map((word) => [word, 'number'] as const),
])

/** German, Dutch and the Nordic languages append such words to others: `Personalnummer`. */
const compoundEndings = [...formByWord].filter(
  ([word]) => word.length > 3 && word !== 'code' && word !== 'total',
)
const minStemLength = 4

/** Words for parties, which can occur in a question without occurring in the label. */
const partyWords: ReadonlySet<string> = new Set([
  ...subjectWords,
  ...sellerWords,
  ...customerWords,
  ...deliveryWords,
])

/** Whether a word names a party or a subject, which what it is asked about need not repeat. */
export const isParty = (word: string): boolean => partyWords.has(word)

const emptyWords: ReadonlySet<string> = new Set([
  ...ignoredWords,
  ...foldedWords('prepositions'),
  ...foldedWords('fillers'),
])

const classifiedByWords = new WeakMap<readonly string[], ClassifiedWords>()

/**
 * Classifies the words of a phrase or question, cached because they are compared with many others.
 */
export function getClassifiedWords(words: readonly string[]): ClassifiedWords {
  const cachedWords = classifiedByWords.get(words)
  if (cachedWords) return cachedWords
  const newlyClassified = classifyWords(words)
  classifiedByWords.set(words, newlyClassified)
  return newlyClassified
}

function classifyWords(words: readonly string[]): ClassifiedWords {
  const specific: string[] = []
  const forms = new Set<ValueForm>()
  for (const word of words) {
    const form = formByWord.get(word)
    const compound = form ? undefined : splitCompound(word)
    if (form) forms.add(form)
    else if (compound) {
      specific.push(compound.stem)
      forms.add(compound.form)
    } else if (!emptyWords.has(word)) specific.push(word)
  }
  return { specific, forms }
}

function splitCompound(
  word: string,
): { readonly stem: string; readonly form: ValueForm } | undefined {
  const compound = compoundEndings.find(
    ([ending]) => word.endsWith(ending) && word.length >= ending.length + minStemLength,
  )
  return compound && { stem: word.slice(0, -compound[0].length), form: compound[1] }
}

/** The specific words of the last phrase that has any: those of the prompt, or else of the key. */
export function getSpecificWords(phrases: readonly (readonly string[])[]): readonly string[] {
  const words = phrases.findLast((one) => getClassifiedWords(one).specific.length > 0)
  return words ? getClassifiedWords(words).specific : []
}

/**
 * Endings of word forms in several languages, except those that create another word: `employer`.
 */
const inflections: ReadonlySet<string> = new Set([
  '',
  ...'s es e n en em ern d ed t te ten ing a o i os as'.split(' '),
])
const shortInflections: ReadonlySet<string> = new Set(['', 's', 'es'])
const minSharedLetters = 4
const minSharedLettersOfShort = 3

/** Whether two words are forms of the same word. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  let sharedLength = 0
  while (sharedLength < a.length && a[sharedLength] === b[sharedLength]) sharedLength += 1
  if (sharedLength < minSharedLettersOfShort) return false
  const allowedInflections = sharedLength < minSharedLetters ? shortInflections : inflections
  return (
    allowedInflections.has(a.slice(sharedLength)) && allowedInflections.has(b.slice(sharedLength))
  )
}

/** Minimum share of the question's words that a label must contain. */
const minCoverage = 0.6
const maxExtraWords = 2

/**
 * Scores how well a label matches a question, 0 to 1: 1 when both have the same words, regardless
 * of order, inflection and words for the form of the value; less when either has additional words.
 */
export function scoreCloseness(
  label: ClassifiedWords,
  question: ClassifiedWords,
  type: FieldType,
): number {
  if (label.specific.length === 0 || question.specific.length === 0) return 0
  if (![...label.forms].every((form) => question.forms.has(form) || isImpliedByType(form, type)))
    return 0
  const isInLabel = (word: string) => label.specific.some((one) => isSameWord(one, word))
  const matchedWords = question.specific.filter(isInLabel)
  if (matchedWords.length === 0) return 0
  const isInQuestion = (word: string) => question.specific.some((one) => isSameWord(one, word))
  const extras = label.specific.filter((word) => !isInQuestion(word)).length
  if (extras === 0) return scoreCoverage(matchedWords, question)
  if (extras > maxExtraWords || matchedWords.length < question.specific.length) return 0
  return 0.5 + (0.45 * matchedWords.length) / (matchedWords.length + extras)
}

function scoreCoverage(matchedWords: readonly string[], { specific }: ClassifiedWords): number {
  if (matchedWords.length === specific.length) return 1
  const requiredWords = specific.filter(
    (word) => matchedWords.includes(word) || !partyWords.has(word),
  )
  const [head] = requiredWords
  const share = matchedWords.length / requiredWords.length
  return head !== undefined && matchedWords.includes(head) && share >= minCoverage
    ? 0.6 + 0.35 * share
    : 0
}

/** Whether the type of the question already implies the form. */
function isImpliedByType(form: ValueForm, type: FieldType): boolean {
  if (form === 'name') return type === 'text'
  if (form === 'date') return type === 'date'
  return form === 'amount' && type === 'number'
}
