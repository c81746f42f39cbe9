import type { Word } from '@recto/document-text/model'
import type { LetterCount } from '../glyphs/read-glyphs.ts'

const minUnmappedShare = 0.1
const minPlausibleShare = 0.6
const pageLimits: Limits = { minWords: 20, minImplausible: 0.35 }

/**
 * Returns the share of meaningless letters, 0 to 1.
 *
 * Codes without a mapping are often the letters themselves, and then form words like any other
 * text; otherwise they are glyph numbers.
 */
export function gibberishShare(
  { letters, unknown: unknownLetters, unmapped: unmappedLetters }: LetterCount,
  words: readonly Word[],
  limits: Limits = pageLimits,
): number {
  if (letters === 0 || words.length === 0) return 0
  const isGuess =
    unmappedLetters > minUnmappedShare * letters && plausibleShare(words) < minPlausibleShare
  return Math.max(
    (unknownLetters + (isGuess ? unmappedLetters : 0)) / letters,
    implausibleShare(words, limits),
  )
}

/** Matches a word without surrounding punctuation, and an empty text, which is left of a number. */
const wordPattern = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}’'-]*|\p{Lu}+)$/u
const signsAround = /^\P{L}+|(?<!\P{L})\P{L}+$/gu
const letterOrDigit = /[\p{L}\d]/u

function plausibleShare(words: readonly Word[]): number {
  const testable = words.filter(({ text }) => letterOrDigit.test(text))
  const plausible = testable.filter(
    ({ text }) => wordPattern.test(text.replace(signsAround, '')) && !isImplausible(text),
  )
  return testable.length === 0 ? 1 : plausible.length / testable.length
}

/** Words without a vowel, or with letters of two alphabets, are rare in every language. */
const vowel = /[aeiouyæœøıəɛɔ]/
const latinWord = /^\p{Script=Latin}{4,}$/u
const longWord = /^\p{L}[\p{L}\p{M}]{3,}$/u
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
]
/** Minimum number of different words, and minimum share of implausible ones. */
type Limits = { readonly minWords: number; readonly minImplausible: number }

/**
 * A font with a shifted character table turns known letters into implausible words. Returns the
 * share of such words among the longer ones; 0 where it is small or where there are too few words
 * to decide.
 */
function implausibleShare(words: readonly Word[], { minWords, minImplausible }: Limits): number {
  const testedWords = new Set<string>()
  let implausible = 0
  for (const { text } of words) {
    if (testedWords.has(text) || !longWord.test(text)) continue
    testedWords.add(text)
    if (isImplausible(text)) implausible++
  }
  if (testedWords.size < minWords || implausible < minImplausible * testedWords.size) return 0
  return implausible / testedWords.size
}

function isImplausible(word: string): boolean {
  if (latinWord.test(word)) return !vowel.test(word.normalize('NFD').toLowerCase())
  return alphabets.filter((alphabet) => alphabet.test(word)).length > 1
}
