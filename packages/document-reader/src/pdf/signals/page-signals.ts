import type { Box, Word } from '@recto/document-text/model'
import type { LetterCount } from '../glyphs/read-glyphs.ts'
import { showsInk } from './page-ink.ts'
import { measurePictures, type PicturePage } from './page-pictures.ts'

export type PageSignals = {
  /** Characters that the file spells on the page, spaces excluded. */
  readonly letters: number
  /** Share of letters whose character is unknown or implausible. */
  readonly gibberish: number
  /** Share of the page that pictures cover where no words are. */
  readonly pictureArea: number
  /** The largest of its pictures that may carry a few words which the file does not spell, as displayed. */
  readonly smallPictures: readonly Box[]
  /** The page shows something that a person may read, in letters or not. */
  readonly hasInk: boolean
}

type SignalPage = PicturePage & { readonly count: LetterCount }

/** Cheap on pages without pictures: one look at the kind of every object. */
export function measurePage(given: SignalPage): PageSignals {
  const { count, words } = given
  // Letters beside the page are none of it.
  const letters = words.length === 0 ? 0 : count.letters
  return {
    letters,
    gibberish: letters === 0 ? 0 : gibberishShare(count, words),
    ...measurePictures(given),
    hasInk: letters > 0 || showsInk(given.pdfium, given.page),
  }
}

/**
 * Codes that no table explains are often the letters themselves, and then make words like any other text;
 * otherwise they are numbers of shapes.
 */
function gibberishShare({ letters, unknown, unmapped }: LetterCount, words: readonly Word[]) {
  const isGuess = unmapped > minUnmappedShare * letters && plausibleShare(words) < minPlausibleShare
  return Math.max((unknown + (isGuess ? unmapped : 0)) / letters, implausibleShare(words))
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
const minWords = 20
const minImplausibleShare = 0.35

/**
 * A font whose table of characters is shifted spells known letters in implausible words. The share of such
 * words among the longer ones; 0 where it is small or where there are too few words to tell.
 */
function implausibleShare(words: readonly Word[]): number {
  const tried = new Set<string>()
  let implausible = 0
  for (const { text } of words) {
    if (tried.has(text) || !longWord.test(text)) continue
    tried.add(text)
    if (isImplausible(text)) implausible++
  }
  if (tried.size < minWords || implausible < minImplausibleShare * tried.size) return 0
  return implausible / tried.size
}

function isImplausible(word: string): boolean {
  if (latinWord.test(word)) return !vowel.test(word.normalize('NFD').toLowerCase())
  return alphabets.filter((alphabet) => alphabet.test(word)).length > 1
}
