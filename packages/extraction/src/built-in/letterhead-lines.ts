import { fold, wordsOf } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findEmails, findPhones, findVatIds, findWebsites } from '../values/shapes.ts'
import { namedWordsInAllLanguages, wordsInAllLanguages } from '../vocabulary/languages.ts'
import { findLegalForm, isLegalForm } from './legal-forms.ts'
import { matchSimilarPrefixLength, toShapeIndex } from './misread-words.ts'
import {
  matchPrefixLength,
  normalizeLineStart,
  startsWithAny,
  toPrefixIndex,
} from './prefix-index.ts'

/** Kinds of lines in a letterhead. */
export type LineKind = 'own number' | 'heading' | 'address' | 'text' | 'nothing'

/** Labels of the issuer's own numbers. */
const numberLabels = toPrefixIndex(wordsInAllLanguages('ownNumbers'))
const numberLabelShapes = toShapeIndex(numberLabels)
/** Shapes of the longer labels, which no name resembles; a register number can follow. */
const longNumberLabelShapes = toShapeIndex(numberLabels, 5)

/** Words at the beginning of a line that names the kind of document or is about the sale. */
const headingWords = toPrefixIndex(wordsInAllLanguages('papers'))
const headingModifiers = toPrefixIndex(wordsInAllLanguages('paperKinds'))
const minHeadingLetters = 5
const headingShapes = toShapeIndex(headingWords, minHeadingLetters)
const headingModifierShapes = toShapeIndex(headingModifiers)

const streets = toPrefixIndex(wordsInAllLanguages('streets'))
const streetEnds: ReadonlySet<string> = new Set(wordsInAllLanguages('streetEnds').map(fold))

/**
 * Beginnings of lines about a brand or membership, which name another company or repeat the name.
 */
const otherCompanyPrefixes = toPrefixIndex(wordsInAllLanguages('tradingAs'))
export const isAboutOtherCompany = (text: string): boolean =>
  startsWithAny(text, otherCompanyPrefixes)

/** Last words of titles such as “Monthly invoice”. */
const titleEnds: ReadonlySet<string> = new Set(
  [
    ...wordsInAllLanguages('receipts'),
    ...namedWordsInAllLanguages('weakLabels', 'invoice-number'),
  ].flatMap((title) => wordsOf(title).slice(-1)),
)
const maxTitleWords = 4
const maxTitleLength = 60

function endsAsTitle(text: string): boolean {
  if (text.length > maxTitleLength) return false
  const words = wordsOf(text)
  return words.length <= maxTitleWords && titleEnds.has(words.at(-1) ?? '')
}

/**
 * Whether a line names the kind of document or is about the sale; such a line never contains a
 * name.
 */
export function isHeading(text: string): boolean {
  if (endsAsTitle(text)) return true
  const lineStart = normalizeLineStart(text)
  const rest = dropModifiers(lineStart, (one) => matchPrefixLength(one, headingModifiers))
  return (rest === '' && lineStart !== '') || matchPrefixLength(rest, headingWords) > 0
}

/** Like `isHeading`, for text from an OCR engine with possibly misread letters. */
function isMisreadHeading(text: string): boolean {
  const rest = dropModifiers(text, (lineStart) =>
    matchSimilarPrefixLength(lineStart, headingModifierShapes),
  )
  return matchSimilarPrefixLength(rest, headingShapes) > 0
}

/** Removes leading words such as “simplified” and “duplicate”. */
function dropModifiers(text: string, lengthOfKind: (text: string) => number): string {
  let rest = text
  for (let length = lengthOfKind(rest); length > 0; length = lengthOfKind(rest))
    rest = normalizeLineStart(rest.slice(length))
  return rest
}

/**
 * Classifies a line of a letterhead by its words; `isRead` states whether an OCR engine read it.
 */
export function classifyLine(text: string, isRead = false): LineKind {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = countDigits(text)
  if (isLegalForm(text.slice(0, findNameEnd(text)))) return 'text'
  if (isOwnNumber(text, letters, digits) || (isRead && isMisreadOwnNumber(text)))
    return 'own number'
  if (isTitle(text, isRead) || isAmount(text)) return 'heading'
  return isWording(text, letters) ? classifyWording(text, digits) : 'nothing'
}

const isWording = (text: string, letters: number): boolean =>
  letters >= 3 && /\p{Lu}/u.test(text) && !isLabeled(text) && !isMoment(text)

/** Whether a line has a day and, besides, at most a time. */
function isMoment(text: string): boolean {
  if (!/\d/.test(text)) return false
  const [date, ...otherDates] = findDates(text)
  if (!date || otherDates.length > 0) return false
  return !/\p{L}{3}/u.test(`${text.slice(0, date.start)} ${text.slice(date.end)}`)
}

const classifyWording = (text: string, digits: number): LineKind =>
  isAddressLine(text, digits) ? 'address' : 'text'

/**
 * A line with a legal form is not a title, because a company can be named like a kind of document.
 */
const isTitle = (text: string, isRead: boolean): boolean =>
  (isHeading(text) || (isRead && isMisreadHeading(text))) && !findLegalForm(text)

function isOwnNumber(text: string, letters: number, digits: number): boolean {
  const isLabel = startsWithAny(text, numberLabels) && (digits > 0 || /[:@.]/.test(text))
  if (isLabel || isWebAddress(text)) return true
  return digits > 5 && (isLoneNumber(text, letters, digits) || hasPhoneNumber(text))
}

const minOwnNumberDigits = 5

/**
 * Requires a number of the usual length. Short labels resemble names, which can also be followed by
 * a register number.
 */
function isMisreadOwnNumber(text: string): boolean {
  if (countDigits(text) < minOwnNumberDigits) return false
  if (matchSimilarPrefixLength(text, longNumberLabelShapes) > 0) return true
  const nameText = text.slice(0, findNameEnd(text))
  return (
    countDigits(nameText) >= minOwnNumberDigits &&
    matchSimilarPrefixLength(nameText, numberLabelShapes) > 0
  )
}

const countDigits = (text: string): number => text.match(/\d/g)?.length ?? 0

/** Whether a line is a label with a value, such as “Site: 1046”. */
const isLabeled = (text: string) =>
  findNameStart(text) === 0 && /^[\p{L} .]{2,20}:\s*\S/u.test(text)

const sincePatterns = wordsInAllLanguages('sinceWords').map((word) =>
  word.replaceAll('.', String.raw`\.`),
)
const foundationYear = new RegExp(
  String.raw`(?<!\p{L})(?:${sincePatterns.join('|')}) (?:19|20|18)\d{2}(?!\d)`,
  'giu',
)

/** Removes the year in which the company was founded. */
export const removeFoundationYear = (text: string): string =>
  /\d/.test(text) ? text.replace(foundationYear, '') : text

/** Postcodes that contain letters or separators: `LS1 4AB`, `K1A 0B1`, `00-950 Warszawa`. */
const letteredPostcode =
  /(?<![\p{L}\d])(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\p{L}\d])|(?<![\d-])(?:\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3}) \p{Lu}\p{L}/u

/** Whether a line contains a postcode or a house number. */
function isAddressLine(text: string, digits: number): boolean {
  const addressText = removeFoundationYear(text.slice(0, findNameEnd(text)))
  const isPlace =
    /\d/.test(addressText) && (/,/.test(addressText) || /(?<!\d)\d{4,6}(?!\d)/.test(addressText))
  const isNumbered =
    /^\d{1,5}[a-z]?,/i.test(addressText) ||
    (addressText !== '' && startsWithAny(addressText, streets))
  const textAfterNumber = addressText.replace(/^\d{1,5}[a-z]?\s+/i, '')
  const isStreet = textAfterNumber.length < addressText.length && hasStreetName(textAfterNumber)
  return isPlace || (isNumbered && digits > 0) || isStreet || letteredPostcode.test(addressText)
}

const hasStreetName = (text: string): boolean =>
  startsWithAny(text, streets) ||
  streetEnds.has(fold(text.split(' ').at(-1) ?? '').replace(/\W/g, ''))

const maxWebAddressLength = 60

/**
 * Whether a line is a web address, an email address or a VAT number, and not a sentence that
 * contains one.
 */
const isWebAddress = (text: string) =>
  text.length <= maxWebAddressLength &&
  findEmails(text).length + findWebsites(text).length + findVatIds(text).length > 0

const registerLabels = toPrefixIndex(namedWordsInAllLanguages('labels', 'company-number'))

/** Whether a line is a company register number, which is printed below the registered name. */
export const isRegisterNumber = (text: string): boolean =>
  /^\(?[A-Z]{0,2} ?\d{5,12} ?-? ?[A-Z]{0,2}\)?$/.test(text) ||
  (/\d{4}/.test(text) && startsWithAny(text, registerLabels))

/** Matches numbers such as “(1074617K)” and “+60 3-7880 5750”. */
const isLoneNumber = (text: string, letters: number, digits: number) =>
  digits >= 6 && letters <= 3 && /[(+-]/.test(text) && findDates(text).length === 0

/**
 * Whether a line contains a phone number with a country code, or a long one that begins with zero.
 */
const hasPhoneNumber = (text: string) =>
  findPhones(text).some(
    ({ value }) =>
      /^\+/.test(value) || (/^\(?0/.test(value) && value.replace(/\D/g, '').length >= 9),
  )

const isAmount = (text: string) =>
  findNumbers(text).some(({ hasDecimals, currency }) => hasDecimals && currency !== undefined)

/** Offset at which a name begins, after an introduction such as “owned by”. */
export const findNameStart = (text: string): number =>
  text.match(/^own(?:ed)? by ?:? ?/i)?.[0].length ?? 0

/** Offset at which a name ends, before a register number. */
export function findNameEnd(text: string): number {
  const numberStart = text.search(/(?<=\p{L})\([^()\s]+\)$/u)
  if (numberStart > 0 && isMisreadNumber(text.slice(numberStart))) return numberStart
  const words = text.split(' ')
  const last = words.findLastIndex((word) => /\d{4}/.test(word) || isMisreadNumber(word))
  const isNumber = last > 0 && isRegisterNumberText(words.slice(last).join(''))
  return isNumber ? words.slice(0, last).join(' ').length : text.length
}

/** In brackets, a few letters among digits are misread digits. */
const isMisreadNumber = (word: string): boolean =>
  /^\([\dOIlSBGZQD]{5,8}-?[A-Z]{0,2}\)$/.test(word) && (word.match(/\d/g)?.length ?? 0) > 2

const isRegisterNumberText = (text: string): boolean =>
  /^(?:\(\d{4,}-?[A-Z]{0,2}\)?|\d{4,}(?:-?[A-Z]{1,2}\)?|\))|\d{7,})$/.test(text) ||
  isMisreadNumber(text)

/** Whether a line reads like the name of a company or shop. */
export function isPossibleName(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const words = text
    .slice(0, findNameEnd(text))
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length
  const isCapital = /^[^\p{L}]*\p{Lu}/u.test(text) && small <= words.length / 2
  return letters > 3 && isCapital && words.length <= 8
}
