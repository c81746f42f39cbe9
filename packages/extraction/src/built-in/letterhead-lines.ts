import { fold, wordsOf } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findEmails, findPhones, findVatIds, findWebsites } from '../values/shapes.ts'
import { namedInAll, wordsInAll } from '../vocabulary/languages.ts'
import { legalFormIn } from './legal-forms.ts'

/** What a line of a letterhead is about. */
export type LineKind = 'own number' | 'heading' | 'address' | 'text' | 'nothing'

/** By the letter that they begin with, the longest first. */
type Beginnings = ReadonlyMap<string, readonly string[]>

const longestFirst = (words: readonly string[]): Beginnings =>
  Map.groupBy(
    words.map((word) => word.toLowerCase()).toSorted((a, b) => b.length - a.length),
    (word) => word.charAt(0),
  )

/** What stands before the numbers of whoever issues a paper. */
const numberLabels = longestFirst(wordsInAll('ownNumbers'))

/** Words that a line begins with which names the kind of a paper, or is about the sale. */
const headings = longestFirst(wordsInAll('papers'))
const kindsOfHeading = longestFirst(wordsInAll('paperKinds'))

const streets = longestFirst(wordsInAll('streets'))
const streetEnds: ReadonlySet<string> = new Set(wordsInAll('streetEnds').map(fold))

/** Lines about whose brand a company bears, or whose member it is, name somebody else or say the name again. */
const ofOthers = longestFirst(wordsInAll('tradingAs'))
export const isOfOthers = (text: string): boolean => beginsWith(text, ofOthers)

/** Without the signs before its first letter or digit, in small letters. */
function plainly(text: string): string {
  const first = text.search(/[\p{L}\d]/u)
  return first < 0 ? '' : text.slice(first).toLowerCase()
}

/** How many characters of a plain text are the first of these words. */
function lengthOfFirst(plain: string, words: Beginnings): number {
  const word = words
    .get(plain.charAt(0))
    ?.find((one) => plain.startsWith(one) && !/\p{L}/u.test(plain.charAt(one.length)))
  return word?.length ?? 0
}

const beginsWith = (text: string, words: Beginnings): boolean =>
  lengthOfFirst(plainly(text), words) > 0

/** What a title such as “Monthly invoice” ends with. */
const titleEnds: ReadonlySet<string> = new Set(
  [...wordsInAll('receipts'), ...namedInAll('weakLabels', 'invoice-number')].flatMap((title) =>
    wordsOf(title).slice(-1),
  ),
)
const mostWordsOfTitle = 4

function endsAsTitle(text: string): boolean {
  if (text.length > longestTitle) return false
  const words = wordsOf(text)
  return words.length <= mostWordsOfTitle && titleEnds.has(words.at(-1) ?? '')
}

const longestTitle = 60

/** Whether a line names the kind of a paper, or is about the sale; no line of this sort names anybody. */
export function isHeading(text: string): boolean {
  if (endsAsTitle(text)) return true
  let rest = plainly(text)
  for (let length = lengthOfFirst(rest, kindsOfHeading); length > 0; ) {
    rest = plainly(rest.slice(length))
    length = lengthOfFirst(rest, kindsOfHeading)
  }
  return lengthOfFirst(rest, headings) > 0
}

/** What a line of a letterhead is about, by its own words. */
export function kindOf(text: string): LineKind {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\d/g)?.length ?? 0
  if (isOwnNumber(text, letters, digits)) return 'own number'
  // A company may be called like a paper.
  if ((isHeading(text) && !legalFormIn(text)) || isAmount(text)) return 'heading'
  if (letters < 3 || !/\p{Lu}/u.test(text) || isLabelled(text)) return 'nothing'
  return isOfAddress(text, digits) ? 'address' : 'text'
}

function isOwnNumber(text: string, letters: number, digits: number): boolean {
  const isLabel = beginsWith(text, numberLabels) && (digits > 0 || /[:@.]/.test(text))
  if (isLabel || isAddressOfWeb(text)) return true
  return digits > 5 && (isNumberAlone(text, letters, digits) || isCall(text))
}

/** Such as “Site: 1046”. */
const isLabelled = (text: string) => startOf(text) === 0 && /^[\p{L} .]{2,20}:\s*\S/u.test(text)

/** With a postcode, or the number of a house. */
function isOfAddress(text: string, digits: number): boolean {
  const plain = text.slice(0, endOf(text))
  const isPlace = /\d/.test(plain) && (/,/.test(plain) || /(?<!\d)\d{4,6}(?!\d)/.test(plain))
  const isNumbered = /^\d{1,5}[a-z]?,/i.test(plain) || beginsWith(plain, streets)
  const behindNumber = plain.replace(/^\d{1,5}[a-z]?\s+/i, '')
  const isStreet = behindNumber.length < plain.length && isNamedAsStreet(behindNumber)
  return isPlace || (isNumbered && digits > 0) || isStreet || postcodes.test(plain)
}

const isNamedAsStreet = (text: string): boolean =>
  beginsWith(text, streets) || streetEnds.has(fold(text.split(' ').at(-1) ?? '').replace(/\W/g, ''))

/** With letters in them, or parted: `LS1 4AB`, `K1A 0B1`, `00-950 Warszawa`. */
const postcodes =
  /(?<![\p{L}\d])(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\p{L}\d])|(?<![\d-])(?:\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3}) \p{Lu}\p{L}/u

/** Not a sentence that names one. */
const isAddressOfWeb = (text: string) =>
  text.length <= longestAddressOfWeb &&
  findEmails(text).length + findWebsites(text).length + findVatIds(text).length > 0

const longestAddressOfWeb = 60

const registerLabels = longestFirst(namedInAll('labels', 'company-number'))

/** A number that a register of companies gives stands under the name that is registered. */
export const isOfRegister = (text: string): boolean =>
  /^\(?[A-Z]{0,2} ?\d{5,12} ?-? ?[A-Z]{0,2}\)?$/.test(text) ||
  (/\d{4}/.test(text) && beginsWith(text, registerLabels))

/** Such as “(1074617K)” and “+60 3-7880 5750”. */
const isNumberAlone = (text: string, letters: number, digits: number) =>
  digits >= 6 && letters <= 3 && /[(+-]/.test(text) && findDates(text).length === 0

/** A telephone number behind words of any kind: with its country, or long and from nought. */
const isCall = (text: string) =>
  findPhones(text).some(
    ({ value }) =>
      /^\+/.test(value) || (/^\(?0/.test(value) && value.replace(/\D/g, '').length >= 9),
  )

const isAmount = (text: string) =>
  findNumbers(text).some(({ hasDecimals, currency }) => hasDecimals && currency !== undefined)

/** Where a name begins, behind what says that one comes. */
export const startOf = (text: string): number =>
  text.match(/^own(?:ed)? by ?:? ?/i)?.[0].length ?? 0

/** Where a name ends, before the number of a register. */
export function endOf(text: string): number {
  const words = text.split(' ')
  const last = words.findLastIndex((word) => /\d{4}/.test(word))
  const isNumber = /^\(?\d{4,}-?[A-Z]{0,2}\)?$/.test(words.slice(last).join(''))
  return last > 0 && isNumber ? words.slice(0, last).join(' ').length : text.length
}

/** Whether a line reads like the name of a company or a shop. */
export function isName(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const words = text.split(' ')
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length
  const isCapital = /^[^\p{L}]*\p{Lu}/u.test(text) && small <= words.length / 2
  return letters > 3 && isCapital && words.length <= 8
}
