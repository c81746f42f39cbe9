import type { Passage } from '../align/passage.ts'
import { fold, wordsOf } from '../values/fold.ts'
import { languages, wordsInAll } from '../vocabulary/languages.ts'

/** Words that number something, in every language, count as one word. */
const numberWords = new Set(wordsInAll('numberWords').map(fold))

const shortForms: ReadonlyMap<string, string> = new Map(
  languages.flatMap(({ shortForms }) =>
    Object.entries(shortForms).flatMap(([short, long]) =>
      long === undefined ? [] : [[fold(short), fold(long)] as const],
    ),
  ),
)

const fillers = new Set(wordsInAll('fillers').map(fold))

/** Beside a label it says in what its amount is, and nothing of what that is. */
const currencyWords = new Set(
  'eur usd gbp chf inr sgd myr pln czk sek dkk nok rm rs kr kc'.split(' '),
)

/**
 * A label in a form in which its ways of writing agree: no values, no filler words, and one word
 * for number, no., Nr. and n°.
 */
export function phraseOf(label: string): readonly string[] {
  return phraseOfNamed(namedWordsOf(label))
}

/** The same for a question, in which a digit is part of a name: `street2`. */
export function askedPhraseOf(question: string): readonly string[] {
  return phraseOfWords(spelledWords(question))
}

function spelledWords(text: string): readonly string[] {
  return wordsOf(
    withInitialsJoined(text).replace(/№|[nN][°º]|#|(?<![\p{L}\d])[nN]0(?![\p{L}\d])/gu, ' no '),
  )
}

/** `P.O.` and `N.I.F.` are words. */
function withInitialsJoined(text: string): string {
  if (!text.includes('.')) return text
  return text.replace(
    /(?<![\p{L}.])(?:\p{L}\.){2,6}/gu,
    (initials) => `${initials.replaceAll('.', '')} `,
  )
}

const asNamed = (word: string): string =>
  numberWords.has(word) ? 'number' : (shortForms.get(word) ?? word)

const phraseOfWords = (words: readonly string[]): readonly string[] =>
  phraseOfNamed(words.map(asNamed))

/** The words of a text for `phraseOfNamed`: a text that is gone through part by part is spelled once. */
export function namedWordsOf(text: string): readonly string[] {
  return spelledWords(text)
    .filter((word) => !/\d/.test(word))
    .map(asNamed)
}

/** Whether a phrase may leave such a word out. */
export const isLeftOut = (word: string): boolean => currencyWords.has(word) || fillers.has(word)

/** A word that ends a label tells whose or what comes: `Faktura til` is no `Faktura`. */
export function phraseOfNamed(named: readonly string[]): readonly string[] {
  const last = named.length - 1
  const kept = named.filter(
    (word, i) => !currencyWords.has(word) && (!fillers.has(word) || (i === last && i > 0)),
  )
  return kept.length > 0 ? kept : named
}

const phrasesOfCells = new WeakMap<Passage, Named>()

type Named = { readonly phrase: readonly string[]; readonly name: string }

/** The phrase that a cell is as a label, and its name; every mechanism asks for those of all cells. */
export function namedPhraseOf(cell: Passage): Named {
  const before = phrasesOfCells.get(cell)
  if (before) return before
  const phrase = phraseOf(cell.text)
  const named = { phrase, name: nameOfPhrase(phrase) }
  phrasesOfCells.set(cell, named)
  return named
}

/** Whether a text has only words in it that say nothing by themselves: it is more of a label. */
export const isOnlyFilling = (text: string): boolean => {
  const words = spelledWords(text)
  const isWorded = words.length > 0 && !/\p{N}/u.test(text)
  return isWorded && words.every((word) => fillers.has(word) || numberWords.has(word))
}

/** Whether a text goes on from a label: `of person`, `y apellidos`. */
export const beginsWithFilling = (text: string): boolean => {
  const [first] = text.split(' ', 1)
  return first !== undefined && /^\p{Ll}/u.test(first) && isOnlyFilling(first)
}

/** The same for phrases of the same words in any order. */
export function nameOfPhrase(phrase: readonly string[]): string {
  if (phrase.length < 2) return phrase[0] ?? ''
  return phrase.toSorted().join(' ')
}

/**
 * How well a label says a phrase, 0 to 1: 1 when they are the same words in any order, less the
 * more other words the label has.
 */
export function phraseMatch(label: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0 || label.length === 0) return 0
  if (!windows(label, phrase.length).some((window) => isSameWords(window, phrase))) return 0
  return shareMatch(phrase.length, label.length)
}

/** 1 when the phrase is the whole label, less the more other words the label has. */
export function shareMatch(phraseLength: number, labelLength: number): number {
  return phraseLength === labelLength ? 1 : 0.5 + (0.45 * phraseLength) / labelLength
}

/** Every run of so many words. */
export function windows(words: readonly string[], length: number): readonly (readonly string[])[] {
  const count = Math.max(words.length - length + 1, 0)
  return Array.from({ length: count }, (_, i) => words.slice(i, i + length))
}

function isSameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && nameOfPhrase(a) === nameOfPhrase(b)
}
