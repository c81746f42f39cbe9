import { isRead, type Passage } from '../align/passage.ts'
import { asDigit } from '../values/confusable.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { sameShape, withLettersMended } from './misread-words.ts'
import type { PreparedDocument } from './prepare-document.ts'

const streets = wordsInAll('streets').filter((word) => /^\p{L}+$/u.test(word))
const known: ReadonlySet<string> = new Set(streets.map((word) => word.toLowerCase()))

/** Long enough to be no abbreviation, or a number. */
const endsPart = /(?:\p{L}{4}|\d)\.$/u

/**
 * The text of an address as it is printed most likely, where an engine read it: words that a line of an address begins
 * with, in spite of letters that were taken for others; and commas that were taken for full stops, in an address that
 * has commas.
 */
export function mendedAddress(
  document: PreparedDocument['document'],
  lines: readonly Passage[],
): string {
  const [first] = lines
  const plain = lines.map(({ text }) => text)
  if (!first || !isRead(document, first)) return plain.join(' ')
  const hasCommas = plain.some((text) => text.includes(','))
  return plain
    .map((text) => withDigitsMended(withFirstWord(withLettersMended(text))))
    .map((text) => (hasCommas ? text.replace(/(?<=\d)\. (?=\p{Lu}\p{L}{2})/gu, ', ') : text))
    .map((text, i) => {
      const isLast = i === plain.length - 1
      return hasCommas && !isLast && endsPart.test(text) ? `${text.slice(0, -1)},` : text
    })
    .join(' ')
}

/** A postcode of five digits before a town, of which two at most were taken for letters: `1O400 GEORGETOWN`. */
const postcode = /(?<![\p{L}\d])(?=[\dOolISB]{5} \p{Lu}{3})(?=(?:[^\d]?\d){3})[\dOolISB]{5}(?= )/gu

const withDigitsMended = (text: string): string =>
  text.replace(postcode, (code) => [...code].map(asDigit).join(''))

/** `N0.15` is `NO.15`; a number is none of the words. */
function withFirstWord(line: string): string {
  const [word] = line.match(/^[\p{L}\d]{2,12}(?=[ .,:]*[\d\p{Lu}])/u) ?? []
  if (word === undefined || known.has(word.toLowerCase())) return line
  if (!/\p{Lu}/u.test(word)) return line
  const meant = streets.find((one) => one.length === word.length && sameShape(one, word))
  return meant === undefined ? line : inCaseOf(word, meant) + line.slice(word.length)
}

const inCaseOf = (word: string, meant: string): string =>
  /\p{Ll}/u.test(word.slice(1))
    ? meant.charAt(0).toUpperCase() + meant.slice(1).toLowerCase()
    : meant.toUpperCase()
