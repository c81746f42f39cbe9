import { isFromOcr, type Passage } from '../align/passage.ts'
import { toDigit } from '../values/confusable.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { correctMisreadLetters, hasSameShape } from './misread-words.ts'
import type { PreparedDocument } from './prepare-document.ts'

const streetWords = wordsInAllLanguages('streets').filter((word) => /^\p{L}+$/u.test(word))
const foldedStreetWords: ReadonlySet<string> = new Set(
  streetWords.map((word) => word.toLowerCase()),
)

/** A word too long for an abbreviation, or a number, before a full stop. */
const endOfPart = /(?:\p{L}{4}|\d)\.$/u

/**
 * Corrects the text of an address that an OCR engine read: misread letters in the words with which
 * an address line begins, and full stops in place of commas in an address with commas.
 */
export function correctAddress(
  document: PreparedDocument['document'],
  lines: readonly Passage[],
): string {
  const [first] = lines
  const texts = lines.map(({ text }) => text)
  if (!first || !isFromOcr(document, first)) return texts.join(' ')
  const hasCommas = texts.some((text) => text.includes(','))
  return texts
    .map((text) => correctPostcode(correctFirstWord(correctMisreadLetters(text))))
    .map((text) => (hasCommas ? text.replace(/(?<=\d)\. (?=\p{Lu}\p{L}{2})/gu, ', ') : text))
    .map((text, i) => {
      const isLast = i === texts.length - 1
      return hasCommas && !isLast && endOfPart.test(text) ? `${text.slice(0, -1)},` : text
    })
    .join(' ')
}

/**
 * A postcode of five digits before a town, at most two of which were read as letters: `1O400
 * GEORGETOWN`.
 */
const misreadPostcode =
  /(?<![\p{L}\d])(?=[\dOolISB]{5} \p{Lu}{3})(?=(?:[^\d]?\d){3})[\dOolISB]{5}(?= )/gu

const correctPostcode = (text: string): string =>
  text.replace(misreadPostcode, (code) => [...code].map(toDigit).join(''))

/** `N0.15` becomes `NO.15`; a number is never taken for a word. */
function correctFirstWord(line: string): string {
  const [word] = line.match(/^[\p{L}\d]{2,12}(?=[ .,:]*[\d\p{Lu}])/u) ?? []
  if (word === undefined || foldedStreetWords.has(word.toLowerCase())) return line
  if (!/\p{Lu}/u.test(word)) return line
  const intendedWord = streetWords.find(
    (one) => one.length === word.length && hasSameShape(one, word),
  )
  return intendedWord === undefined ? line : matchCase(word, intendedWord) + line.slice(word.length)
}

const matchCase = (word: string, intendedWord: string): string =>
  /\p{Ll}/u.test(word.slice(1))
    ? intendedWord.charAt(0).toUpperCase() + intendedWord.slice(1).toLowerCase()
    : intendedWord.toUpperCase()
