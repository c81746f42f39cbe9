import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Json, Match } from '@recto/provider-spec/answer'
import type { FoundBy } from '@recto/provider-spec/explanation'
import { type Passage, slicePassage } from '../align/passage.ts'
import type { FieldKind } from '../labels/business-fields.ts'
import { isOnlyFilling } from '../labels/phrases.ts'
import { booleanOf } from '../values/boolean-of.ts'
import { fold, foldInPlace } from '../values/fold.ts'
import { findIbans } from '../values/ibans.ts'
import { type DateOrder, findDates } from '../values/parse-date.ts'
import {
  type DecimalMark,
  type FoundNumber,
  findNumbers,
  isCurrency,
} from '../values/parse-number.ts'
import type { Shape } from '../values/shape.ts'
import {
  findAccounts,
  findBics,
  findEmails,
  findIdentifiers,
  findIncoterms,
  findPhones,
  findSirens,
  findVatIds,
  findWebsites,
} from '../values/shapes.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { derivedFinding, toldBy } from './explained.ts'

/** A value with the words that say it. */
export type Finding = {
  readonly value: Json
  readonly place: Pick<Passage, 'page' | 'words' | 'box'>
  readonly match: Match
  /** How plainly a label, or what else told of it, says that it is what is asked for: 0 to 1. */
  readonly score?: number
  /** It is the sum of other amounts, or one of those. */
  readonly addsUp?: boolean
  /** What told that it is what was asked, the weightiest first. */
  readonly foundBy?: readonly FoundBy[]
}

type PassageContext = {
  readonly document: DocumentText
  readonly decimalMark?: DecimalMark | undefined
  readonly dateOrder?: DateOrder | undefined
}

const maxTextLength = 120

/** The first value of a kind that a passage states, in the form that the question's type wants. */
export function typedValue(
  context: PassageContext,
  passage: Passage,
  kind: FieldKind,
  type: FieldType,
): Finding | undefined {
  const read = readers[kind]
  if (isAmountOf(kind) && !statesAmount(context, passage.text, kind)) return undefined
  if (kind !== 'percent' && (isAmountOf(kind) || type === 'number'))
    return numberIn(context, passage, type)
  if (kind === 'date' || type === 'date') return dateIn(context, passage, type)
  if (type === 'boolean') return booleanIn(context, passage)
  if (type === 'email') return shapeIn(context, passage, 'email')
  if (read) return read(context, passage, type)
  return shapeIn(context, passage, kind as ShapeKind)
}

type Read = (context: PassageContext, passage: Passage, type: FieldType) => Finding | undefined

const readers: Readonly<Partial<Record<FieldKind, Read>>> = {
  percent: percentIn,
  'payment-method': paymentMethodIn,
  text: textIn,
  address: textIn,
}

/** Longer numbers without decimals are those of accounts, orders and registers. */
const mostDigits = 7

/** An amount that is all that a passage says, or that has decimals or a currency to show for it. */
function numberIn(context: PassageContext, passage: Passage, type: FieldType): Finding | undefined {
  const dates = findDates(passage.text, context.dateOrder)
  const found = findNumbers(passage.text, context.decimalMark).find(
    (number) =>
      !number.isPercent &&
      !dates.some((date) => date.start < number.end && date.end > number.start),
  )
  if (!found || isLikeIdentifier(passage.text.slice(found.start, found.end), found))
    return undefined
  const part = slicePassage(context.document, passage, found.start, found.end)
  if (!part) return undefined
  if (type === 'number') return finding(part, found.value, String(found.value))
  const plain = part.text.replace(/^[^\d(.,-]+|(?<![^\d).,-])[^\d).,-]+$/gu, '')
  return finding(part, plain, plain)
}

export const isAmountOf = (kind: FieldKind): kind is 'amount' | 'count' =>
  kind === 'amount' || kind === 'count'

/** A number in a sentence is no amount unless its decimals or its currency tell; a unit may follow a quantity. */
function statesAmount({ decimalMark }: PassageContext, text: string, kind: FieldKind): boolean {
  const found = findNumbers(text, decimalMark)
  const isMoney = found.some(
    ({ hasDecimals, currency, isPercent }) => !isPercent && (hasDecimals || currency !== undefined),
  )
  const [first] = found
  const rest = first ? text.slice(first.end).trim() : ''
  const isAlone = kind === 'count' ? /^[^\p{N}\s]*$/u.test(rest) : !/[\p{L}\p{N}]/u.test(rest)
  return isMoney || (first?.start === 0 && isAlone)
}

function isLikeIdentifier(written: string, { hasDecimals, currency }: FoundNumber): boolean {
  const digits = written.match(/\d+/g) ?? []
  const isLong = digits.some((run) => run.length > mostDigits || /^0\d/.test(run))
  return isLong && !hasDecimals && currency === undefined
}

/** A rate such as `20 %`; a sign of per cent may be in the label. */
function percentIn(
  context: PassageContext,
  passage: Passage,
  type: FieldType,
): Finding | undefined {
  const found = findNumbers(passage.text, context.decimalMark).find(({ isPercent }) => isPercent)
  const part = found && slicePassage(context.document, passage, found.start, found.end)
  if (!found || !part) return undefined
  return type === 'number'
    ? finding(part, found.value, String(found.value))
    : finding(part, part.text, part.text)
}

function dateIn(context: PassageContext, passage: Passage, type: FieldType): Finding | undefined {
  const found = findDates(passage.text, context.dateOrder)[0]
  const part = found && slicePassage(context.document, passage, found.start, found.end)
  if (!part) return undefined
  return type === 'date' ? finding(part, found.iso, found.iso) : finding(part, part.text, part.text)
}

function booleanIn({ document }: PassageContext, passage: Passage): Finding | undefined {
  const first = slicePassage(document, passage, 0, passage.text.search(/\s|$/u))
  const value = first && booleanOf(first.text)
  return first && value !== undefined ? derivedFinding(first, value, 'judgement') : undefined
}

/** What a passage says, unless it is a sentence or no words at all. */
function textIn({ document }: PassageContext, passage: Passage): Finding | undefined {
  const end = passage.text.replace(/(?<![\s,;|–-])[\s,;|–-]+$/u, '').length
  const part = slicePassage(document, passage, 0, end)
  if (!part || part.text.length > maxTextLength || !/[\p{L}\p{N}]/u.test(part.text))
    return undefined
  if (/[:：]$/u.test(part.text) || /^[(*†]/u.test(part.text)) return undefined
  return isOnlyFilling(part.text) ? undefined : finding(part, part.text, part.text)
}

const paymentMethods = wordsInAll('paymentMethods')
  .map((method) => fold(method))
  .toSorted((a, b) => b.length - a.length)

/** The way of paying that a passage names, or a few words of another that are not part of a sentence. */
function paymentMethodIn(context: PassageContext, passage: Passage): Finding | undefined {
  const text = foldInPlace(passage.text)
  const known = paymentMethods
    .map((method) => ({ start: placeOfWords(text, method), length: method.length }))
    .find(({ start }) => start >= 0 && start <= farthestMethod)
  const isShort = passage.words.length <= mostWordsOfMethod && !/\d|[.:!]$/u.test(text)
  if (!known) return isShort && /^\p{Lu}/u.test(passage.text) ? textIn(context, passage) : undefined
  const end = isShort ? passage.text.length : known.start + known.length
  const part = slicePassage(context.document, passage, known.start, end)
  return part && finding(part, part.text, part.text)
}

const mostWordsOfMethod = 4
/** Behind a word such as `by` and `per`. */
const farthestMethod = 6

/** Where whole words stand in a text; less than zero where they do not. */
function placeOfWords(text: string, words: string): number {
  const at = text.indexOf(words)
  const isWhole =
    at >= 0 &&
    !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) &&
    !/[\p{L}\p{N}]/u.test(text.charAt(at + words.length))
  return isWhole ? at : -1
}

type ShapeKind = Exclude<
  FieldKind,
  'amount' | 'count' | 'percent' | 'date' | 'text' | 'address' | 'payment-method'
>

const finders: Readonly<Partial<Record<ShapeKind, (text: string) => readonly Shape[]>>> = {
  identifier: findIdentifiers,
  account: (text) => [...findIbans(text), ...lettered(text), ...findAccounts(text)],
  'vat-id': (text) => [...findVatIds(text), ...findIdentifiers(text).filter(isLongEnough)],
  iban: (text) => findIbans(text),
  bic: findBics,
  email: findEmails,
  phone: findPhones,
  website: findWebsites,
  incoterm: findIncoterms,
  siren: findSirens,
}

/** An account with a customer has letters of its own: `LO-448201`. */
const lettered = (text: string): readonly Shape[] =>
  /^[A-Z]{1,4}[-/]\d[\d-]{3,12}$/.test(text) ? [{ start: 0, end: text.length, value: text }] : []

/** A tax number has many digits; what is shorter beside such a label is a rate or an amount. */
function isLongEnough({ value }: Shape): boolean {
  return value.replace(/\D/g, '').length >= 6
}

function shapeIn(context: PassageContext, passage: Passage, kind: ShapeKind): Finding | undefined {
  const shape = finders[kind]?.(passage.text)[0]
  const part = shape && slicePassage(context.document, passage, shape.start, shape.end)
  const isNumbered = kind === 'identifier' || kind === 'vat-id'
  if (!part || (isNumbered && isOtherwiseReadable(context, part))) return undefined
  if (isNumbered && isInDate(context, passage.text, shape)) return undefined
  const found = finding(part, shape.value, shape.value)
  if (shape.mended === undefined) return found
  const number = kind === 'vat-id' ? 'vat-id' : 'iban'
  return toldBy(found, { kind: 'checksum', number, mended: shape.mended })
}

/** The day of a date is no identifier. */
function isInDate({ dateOrder }: PassageContext, text: string, { start, end }: Shape): boolean {
  return findDates(text, dateOrder).some((date) => date.start < end && date.end > start)
}

/** A date or an amount of money is no identifier. */
function isOtherwiseReadable({ dateOrder }: PassageContext, { text }: Passage): boolean {
  const isAmount = findNumbers(text).some(
    ({ hasDecimals, currency, isPercent }) =>
      hasDecimals || (currency !== undefined && isCurrency(currency)) || isPercent,
  )
  return isAmount || findDates(text, dateOrder).length > 0
}

export function finding(part: Passage, value: Json, plainly: string): Finding {
  const { page, words, box } = part
  return {
    value,
    place: { page, words, box },
    match: part.text === plainly ? 'exact' : 'normalised',
  }
}
