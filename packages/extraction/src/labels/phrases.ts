import type { Passage } from '../align/passage.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { languages, wordsInAllLanguages } from '../vocabulary/languages.ts'

/** Words for a number in every language; they all count as one word. */
const numberWords = new Set(wordsInAllLanguages('numberWords').map(fold))

const shortForms: ReadonlyMap<string, string> = new Map(
  languages.flatMap(({ shortForms }) =>
    Object.entries(shortForms)
      .map(([short, long]) =>
        long === undefined ? undefined : ([fold(short), fold(long)] as const),
      )
      .filter((value) => value !== undefined),
  ),
)

const fillers = new Set(wordsInAllLanguages('fillers').map(fold))

/** Currency words beside a label state the currency of its amount and nothing about its meaning. */
const currencyWords = new Set(
  'eur usd gbp chf inr sgd myr pln czk sek dkk nok rm rs kr kc'.split(' '),
)

/**
 * Normalizes a label so that its spellings agree: no values, no filler words, and one word for
 * number, no., Nr. and n°.
 */
export function toPhrase(label: string): readonly string[] {
  return dropOmittableWords(toLabelWords(label))
}

/**
 * Normalizes a question like a label, but keeps digits because they can be part of a name:
 * `street2`.
 */
export function toQuestionPhrase(question: string): readonly string[] {
  return dropOmittableWords(splitLabelWords(question).map(normalizeLabelWord))
}

function splitLabelWords(text: string): readonly string[] {
  return wordsOf(
    joinInitials(text).replace(/№|[nN][°º]|#|(?<![\p{L}\d])[nN]0(?![\p{L}\d])/gu, ' no '),
  )
}

/** Joins initials, so that `P.O.` and `N.I.F.` count as words. */
function joinInitials(text: string): string {
  if (!text.includes('.')) return text
  return text.replace(
    /(?<![\p{L}.])(?:\p{L}\.){2,6}/gu,
    (initials) => `${initials.replaceAll('.', '')} `,
  )
}

const normalizeLabelWord = (word: string): string =>
  numberWords.has(word) ? 'number' : (shortForms.get(word) ?? word)

/**
 * The words of a label for `dropOmittableWords`. A text that is examined in parts is split only
 * once.
 */
export function toLabelWords(text: string): readonly string[] {
  return splitLabelWords(text)
    .filter((word) => !/\d/.test(word))
    .map(normalizeLabelWord)
}

/** Whether a phrase can omit the word. */
export const isOmittable = (word: string): boolean => currencyWords.has(word) || fillers.has(word)

/**
 * Drops currency and filler words, except a filler at the end, which announces what follows:
 * `Faktura til` differs from `Faktura`.
 */
export function dropOmittableWords(words: readonly string[]): readonly string[] {
  const lastIndex = words.length - 1
  const requiredWords = words.filter(
    (word, index) =>
      !currencyWords.has(word) && (!fillers.has(word) || (index === lastIndex && index > 0)),
  )
  return requiredWords.length > 0 ? requiredWords : words
}

const phraseByCell = new WeakMap<Passage, CellPhrase>()

type CellPhrase = { readonly phrase: readonly string[]; readonly key: string }

/** The phrase of a cell and its key, cached because every mechanism needs those of all cells. */
export function getCellPhrase(cell: Passage): CellPhrase {
  const cachedPhrase = phraseByCell.get(cell)
  if (cachedPhrase) return cachedPhrase
  const phrase = toPhrase(cell.text)
  const cellPhrase = { phrase, key: toPhraseKey(phrase) }
  phraseByCell.set(cell, cellPhrase)
  return cellPhrase
}

/** Whether a text consists only of filler and number words, which makes it part of a label. */
export const hasOnlyFillers = (text: string): boolean => {
  const words = splitLabelWords(text)
  const hasOnlyWords = words.length > 0 && !/\p{N}/u.test(text)
  return hasOnlyWords && words.every((word) => fillers.has(word) || numberWords.has(word))
}

/** Whether a text continues a label: `of person`, `y apellidos`. */
export const beginsWithFiller = (text: string): boolean => {
  const [first] = text.split(' ', 1)
  return first !== undefined && /^\p{Ll}/u.test(first) && hasOnlyFillers(first)
}

/** Key of a phrase: equal for phrases of the same words in any order. */
export function toPhraseKey(phrase: readonly string[]): string {
  if (phrase.length < 2) return phrase[0] ?? ''
  return phrase.toSorted().join(' ')
}

/**
 * Scores how well a label contains a phrase, 0 to 1: 1 for the same words in any order, and less
 * the more other words the label has.
 */
export function scorePhrase(label: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0 || label.length === 0) return 0
  if (!wordWindows(label, phrase.length).some((window) => isSameWords(window, phrase))) return 0
  return scoreWordShare(phrase.length, label.length)
}

/** Returns 1 when the phrase is the whole label, and less the more other words the label has. */
export function scoreWordShare(phraseLength: number, labelLength: number): number {
  return phraseLength === labelLength ? 1 : 0.5 + (0.45 * phraseLength) / labelLength
}

/** All sequences of `length` consecutive words. */
export function wordWindows(
  words: readonly string[],
  length: number,
): readonly (readonly string[])[] {
  const count = Math.max(words.length - length + 1, 0)
  return Array.from({ length: count }, (_, i) => words.slice(i, i + length))
}

function isSameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && toPhraseKey(a) === toPhraseKey(b)
}
