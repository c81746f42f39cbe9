import type { Word } from '@recto/document-text/model'
import type { LetterCount } from '../glyphs/read-glyphs.ts'

/**
 * The share of letters that mean nothing, 0 to 1.
 *
 * Codes that no table explains are often the letters themselves, and then make words like any other text;
 * otherwise they are numbers of shapes.
 */
export function gibberishShare(
  { letters, unknown, unmapped }: LetterCount,
  words: readonly Word[],
  limits: Limits = ofPage,
): number {
  if (letters === 0 || words.length === 0) return 0
  const isGuess = unmapped > minUnmappedShare * letters && plausibleShare(words) < minPlausibleShare
  return Math.max((unknown + (isGuess ? unmapped : 0)) / letters, implausibleShare(words, limits))
}

const minUnmappedShare = 0.1
const minPlausibleShare = 0.6
/** Of a word without the signs around it; nothing is left of a number. */
const likeAWord = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}’'-]*|\p{Lu}+)$/u
const signsAround = /^\P{L}+|(?<!\P{L})\P{L}+$/gu
const letterOrDigit = /[\p{L}\d]/u

function plausibleShare(words: readonly Word[]): number {
  const tried = words.filter(({ text }) => letterOrDigit.test(text))
  const plausible = tried.filter(
    ({ text }) => likeAWord.test(text.replace(signsAround, '')) && !isImplausible(text),
  )
  return tried.length === 0 ? 1 : plausible.length / tried.length
}

/** Words without a vowel, or of letters of two alphabets, are rare in every language. */
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
/** So many different words, and so large a share of them. */
type Limits = { readonly minWords: number; readonly minImplausible: number }
const ofPage: Limits = { minWords: 20, minImplausible: 0.35 }

/**
 * A font whose table of characters is shifted spells known letters in implausible words. The share of such
 * words among the longer ones; 0 where it is small or where there are too few words to tell.
 */
function implausibleShare(words: readonly Word[], { minWords, minImplausible }: Limits): number {
  const tried = new Set<string>()
  let implausible = 0
  for (const { text } of words) {
    if (tried.has(text) || !longWord.test(text)) continue
    tried.add(text)
    if (isImplausible(text)) implausible++
  }
  if (tried.size < minWords || implausible < minImplausible * tried.size) return 0
  return implausible / tried.size
}

function isImplausible(word: string): boolean {
  if (latinWord.test(word)) return !vowel.test(word.normalize('NFD').toLowerCase())
  return alphabets.filter((alphabet) => alphabet.test(word)).length > 1
}
