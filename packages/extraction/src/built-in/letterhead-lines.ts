import { fold, wordsOf } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findEmails, findPhones, findVatIds, findWebsites } from '../values/shapes.ts'
import { namedInAll, wordsInAll } from '../vocabulary/languages.ts'
import { beginsWith, lengthOfFirst, longestFirst, plainly } from './beginnings.ts'
import { isLegalForm, legalFormIn } from './legal-forms.ts'
import { lengthOfLike, shapesOf } from './misread-words.ts'

/** What a line of a letterhead is about. */
export type LineKind = 'own number' | 'heading' | 'address' | 'text' | 'nothing'

/** What stands before the numbers of whoever issues a paper. */
const numberLabels = longestFirst(wordsInAll('ownNumbers'))
const likeNumberLabels = shapesOf(numberLabels)
/** No name begins like these: the number of a register may follow. */
const likeLongLabels = shapesOf(numberLabels, 5)

/** Words that a line begins with which names the kind of a paper, or is about the sale. */
const headings = longestFirst(wordsInAll('papers'))
const kindsOfHeading = longestFirst(wordsInAll('paperKinds'))
const fewestOfHeading = 5
const likeHeadings = shapesOf(headings, fewestOfHeading)
const likeKinds = shapesOf(kindsOfHeading)

const streets = longestFirst(wordsInAll('streets'))
const streetEnds: ReadonlySet<string> = new Set(wordsInAll('streetEnds').map(fold))

/** Lines about whose brand a company bears, or whose member it is, name somebody else or say the name again. */
const ofOthers = longestFirst(wordsInAll('tradingAs'))
export const isOfOthers = (text: string): boolean => beginsWith(text, ofOthers)

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
  const plain = plainly(text)
  const rest = behindKinds(plain, (one) => lengthOfFirst(one, kindsOfHeading))
  return (rest === '' && plain !== '') || lengthOfFirst(rest, headings) > 0
}

/** The same for what an engine read, which may have taken letters for others. */
function isLikeHeading(text: string): boolean {
  const rest = behindKinds(text, (plain) => lengthOfLike(plain, likeKinds))
  return lengthOfLike(rest, likeHeadings) > 0
}

/** What follows words such as “simplified” and “duplicate”. */
function behindKinds(text: string, lengthOfKind: (text: string) => number): string {
  let rest = text
  for (let length = lengthOfKind(rest); length > 0; length = lengthOfKind(rest))
    rest = plainly(rest.slice(length))
  return rest
}

/** What a line of a letterhead is about, by its own words; `isRead` where an engine read them. */
export function kindOf(text: string, isRead = false): LineKind {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = digitsIn(text)
  if (isLegalForm(text.slice(0, endOf(text)))) return 'text'
  if (isOwnNumber(text, letters, digits) || (isRead && isLikeOwnNumber(text))) return 'own number'
  if (isTitle(text, isRead) || isAmount(text)) return 'heading'
  return isWording(text, letters) ? wordingOf(text, digits) : 'nothing'
}

const isWording = (text: string, letters: number): boolean =>
  letters >= 3 && /\p{Lu}/u.test(text) && !isLabelled(text)

const wordingOf = (text: string, digits: number): LineKind =>
  isOfAddress(text, digits) ? 'address' : 'text'

/** A company may be called like a paper. */
const isTitle = (text: string, isRead: boolean): boolean =>
  (isHeading(text) || (isRead && isLikeHeading(text))) && !legalFormIn(text)

function isOwnNumber(text: string, letters: number, digits: number): boolean {
  const isLabel = beginsWith(text, numberLabels) && (digits > 0 || /[:@.]/.test(text))
  if (isLabel || isAddressOfWeb(text)) return true
  return digits > 5 && (isNumberAlone(text, letters, digits) || isCall(text))
}

/** With a number as long as those are; short labels are like names, which the number of a register may follow too. */
function isLikeOwnNumber(text: string): boolean {
  if (digitsIn(text) < fewestDigits) return false
  if (lengthOfLike(text, likeLongLabels) > 0) return true
  const plain = text.slice(0, endOf(text))
  return digitsIn(plain) >= fewestDigits && lengthOfLike(plain, likeNumberLabels) > 0
}

const fewestDigits = 5
const digitsIn = (text: string): number => text.match(/\d/g)?.length ?? 0

/** Such as “Site: 1046”. */
const isLabelled = (text: string) => startOf(text) === 0 && /^[\p{L} .]{2,20}:\s*\S/u.test(text)

const since = wordsInAll('sinceWords').map((word) => word.replaceAll('.', String.raw`\.`))
const founded = new RegExp(
  String.raw`(?<!\p{L})(?:${since.join('|')}) (?:19|20|18)\d{2}(?!\d)`,
  'giu',
)

/** A line without the year since which there is a company. */
export const withoutFoundation = (text: string): string =>
  /\d/.test(text) ? text.replace(founded, '') : text

/** With a postcode, or the number of a house. */
function isOfAddress(text: string, digits: number): boolean {
  const plain = withoutFoundation(text.slice(0, endOf(text)))
  const isPlace = /\d/.test(plain) && (/,/.test(plain) || /(?<!\d)\d{4,6}(?!\d)/.test(plain))
  const isNumbered = /^\d{1,5}[a-z]?,/i.test(plain) || (plain !== '' && beginsWith(plain, streets))
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
  const glued = text.search(/(?<=\p{L})\([^()\s]+\)$/u)
  if (glued > 0 && isReadNumber(text.slice(glued))) return glued
  const words = text.split(' ')
  const last = words.findLastIndex((word) => /\d{4}/.test(word) || isReadNumber(word))
  const isNumber = last > 0 && isNumberOfRegister(words.slice(last).join(''))
  return isNumber ? words.slice(0, last).join(' ').length : text.length
}

/** In brackets a few letters among digits are digits that were taken for letters. */
const isReadNumber = (word: string): boolean =>
  /^\([\dOIlSBGZQD]{5,8}-?[A-Z]{0,2}\)$/.test(word) && (word.match(/\d/g)?.length ?? 0) > 2

const isNumberOfRegister = (text: string): boolean =>
  /^(?:\(\d{4,}-?[A-Z]{0,2}\)?|\d{4,}(?:-?[A-Z]{1,2}\)?|\))|\d{7,})$/.test(text) ||
  isReadNumber(text)

/** Whether a line reads like the name of a company or a shop. */
export function isName(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const words = text
    .slice(0, endOf(text))
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length
  const isCapital = /^[^\p{L}]*\p{Lu}/u.test(text) && small <= words.length / 2
  return letters > 3 && isCapital && words.length <= 8
}
