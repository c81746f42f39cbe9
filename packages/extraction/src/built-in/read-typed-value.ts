import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Json, Match } from '@recto/provider-spec/answer'
import type { ExplanationFinding } from '@recto/provider-spec/explanation'
import { type Passage, slicePassage } from '../align/passage.ts'
import type { FieldKind } from '../labels/business-fields.ts'
import { hasOnlyFillers } from '../labels/phrases.ts'
import type { DecimalMark } from '../values/decimal-mark.ts'
import { fold, foldKeepingOffsets } from '../values/fold.ts'
import { findIbans } from '../values/ibans.ts'
import { parseBoolean } from '../values/parse-boolean.ts'
import { type DateOrder, findDates } from '../values/parse-date.ts'
import { type FoundNumber, findNumbers, isCurrency } from '../values/parse-number.ts'
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
  type PatternMatch,
} from '../values/shapes.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { addReasons, toDerivedFinding } from './explanations.ts'

/** A value with the words that it was read from. */
export type Finding = {
  readonly value: Json
  readonly place: Pick<Passage, 'page' | 'words' | 'box'>
  readonly match: Match
  /** How clearly a label or other hints identify the value as the requested one: 0 to 1. */
  readonly score?: number
  /** Whether the value is part of a sum that adds up, or the sum itself. */
  readonly addsUp?: boolean
  /** Whether the words around the value say only a part of what the question asks for. */
  readonly isPartly?: true
  /** How likely the value is what the question asks for, by the words around it: 0 to 1. */
  readonly likelihood?: number
  /** Reasons why this is the requested value, most important first. */
  readonly foundBy?: readonly ExplanationFinding[]
}

type PassageContext = {
  readonly document: DocumentText
  readonly decimalMark?: DecimalMark | undefined
  readonly dateOrder?: DateOrder | undefined
}

const maxTextLength = 120

const readerByKind: Readonly<Partial<Record<FieldKind, ValueReader>>> = {
  percent: readPercent,
  'payment-method': readPaymentMethod,
  text: readText,
  address: readText,
}

const paymentMethods = wordsInAllLanguages('paymentMethods')
  .map((method) => fold(method))
  .toSorted((a, b) => b.length - a.length)

const maxMethodWords = 4

/** Maximum offset of the method in the text, after a word such as `by` or `per`. */
const maxMethodOffset = 6

/**
 * Reads the first value of a kind in a passage, in the form required by the type of the question.
 */
export function readTypedValue(
  context: PassageContext,
  passage: Passage,
  kind: FieldKind,
  type: FieldType,
): Finding | undefined {
  const read = readerByKind[kind]
  if (isAmountKind(kind) && !statesAmount(context, passage.text, kind)) return undefined
  if (kind !== 'percent' && (isAmountKind(kind) || type === 'number'))
    return readNumber(context, passage, type)
  if (kind === 'date' || type === 'date') return readDate(context, passage, type)
  if (type === 'boolean') return readBoolean(context, passage)
  if (type === 'email') return readPattern(context, passage, 'email')
  if (read) return read(context, passage, type)
  return readPattern(context, passage, kind as PatternKind)
}

type ValueReader = (
  context: PassageContext,
  passage: Passage,
  type: FieldType,
) => Finding | undefined

/** Numbers with more digits and without decimals are account, order or register numbers. */
const maxDigits = 7

/** Whether a number is a day without its year, as in `Balance 27.02.` */
const isDayOfMonth = (text: string, { start, end }: { start: number; end: number }): boolean =>
  /^\d{1,2}\.\d{1,2}$/.test(text.slice(start, end)) && /^\.(?!\d)/.test(text.slice(end))

/**
 * Reads the first number of a passage that is not part of a date, a percentage or an identifier.
 */
function readNumber(
  context: PassageContext,
  passage: Passage,
  type: FieldType,
): Finding | undefined {
  const dates = findDates(passage.text, context.dateOrder)
  const firstNumber = findNumbers(passage.text, context.decimalMark).find(
    (number) =>
      !number.isPercent &&
      !(context.decimalMark === 'comma' && isDayOfMonth(passage.text, number)) &&
      !dates.some((date) => date.start < number.end && date.end > number.start),
  )
  if (
    !firstNumber ||
    isLikeIdentifier(passage.text.slice(firstNumber.start, firstNumber.end), firstNumber)
  )
    return undefined
  const part = slicePassage(context.document, passage, firstNumber.start, firstNumber.end)
  if (!part) return undefined
  if (type === 'number') return toFinding(part, firstNumber.number, String(firstNumber.number))
  const printedNumber = part.text.replace(/^[^\d(.,-]+|(?<![^\d).,-])[^\d).,-]+$/gu, '')
  return toFinding(part, printedNumber, printedNumber)
}

export const isAmountKind = (kind: FieldKind): kind is 'amount' | 'count' =>
  kind === 'amount' || kind === 'count'

/**
 * A number in a sentence is not an amount unless it has decimals or a currency; a unit can follow a
 * quantity.
 */
function statesAmount({ decimalMark }: PassageContext, text: string, kind: FieldKind): boolean {
  const numbers = findNumbers(text, decimalMark)
  const isMoney = numbers.some(
    ({ hasDecimals, currency, isPercent }) => !isPercent && (hasDecimals || currency !== undefined),
  )
  const [first] = numbers
  const rest = first ? text.slice(first.end).trim() : ''
  const isAlone = kind === 'count' ? /^[^\p{N}\s]*$/u.test(rest) : !/[\p{L}\p{N}]/u.test(rest)
  return isMoney || (first?.start === 0 && isAlone)
}

function isLikeIdentifier(text: string, { hasDecimals, currency }: FoundNumber): boolean {
  const digits = text.match(/\d+/g) ?? []
  const isLong = digits.some((run) => run.length > maxDigits || /^0\d/.test(run))
  return isLong && !hasDecimals && currency === undefined
}

/** Reads a percentage such as `20 %`; the label can also contain a percent sign. */
function readPercent(
  context: PassageContext,
  passage: Passage,
  type: FieldType,
): Finding | undefined {
  const number = findNumbers(passage.text, context.decimalMark).find(({ isPercent }) => isPercent)
  const part = number && slicePassage(context.document, passage, number.start, number.end)
  if (!number || !part) return undefined
  return type === 'number'
    ? toFinding(part, number.number, String(number.number))
    : toFinding(part, part.text, part.text)
}

function readDate(context: PassageContext, passage: Passage, type: FieldType): Finding | undefined {
  const date = findDates(passage.text, context.dateOrder)[0]
  const part = date && slicePassage(context.document, passage, date.start, date.end)
  if (!part) return undefined
  return type === 'date'
    ? toFinding(part, date.iso, date.iso)
    : toFinding(part, part.text, part.text)
}

function readBoolean({ document }: PassageContext, passage: Passage): Finding | undefined {
  const first = slicePassage(document, passage, 0, passage.text.search(/\s|$/u))
  const value = first && parseBoolean(first.text)
  return first && value !== undefined ? toDerivedFinding(first, value, 'judgement') : undefined
}

/** Reads the text of a passage, unless it is too long or has no words. */
function readText({ document }: PassageContext, passage: Passage): Finding | undefined {
  const end = passage.text.replace(/(?<![\s,;|–-])[\s,;|–-]+$/u, '').length
  const part = slicePassage(document, passage, 0, end)
  if (!part || part.text.length > maxTextLength || !/[\p{L}\p{N}]/u.test(part.text))
    return undefined
  if (/[:：]$/u.test(part.text) || /^[(*†]/u.test(part.text)) return undefined
  return hasOnlyFillers(part.text) ? undefined : toFinding(part, part.text, part.text)
}

/**
 * Reads the payment method that a passage names, or a few other words that are not part of a
 * sentence.
 */
function readPaymentMethod(context: PassageContext, passage: Passage): Finding | undefined {
  const text = foldKeepingOffsets(passage.text)
  const knownMethod = paymentMethods
    .map((method) => ({ start: findWholeWords(text, method), length: method.length }))
    .find(({ start }) => start >= 0 && start <= maxMethodOffset)
  const isShort = passage.words.length <= maxMethodWords && !/\d|[.:!]$/u.test(text)
  if (!knownMethod)
    return isShort && /^\p{Lu}/u.test(passage.text) ? readText(context, passage) : undefined
  const end = isShort ? passage.text.length : knownMethod.start + knownMethod.length
  const part = slicePassage(context.document, passage, knownMethod.start, end)
  return part && toFinding(part, part.text, part.text)
}

/** Offset of whole words in a text, or -1. */
function findWholeWords(text: string, words: string): number {
  const start = text.indexOf(words)
  const isWhole =
    start >= 0 &&
    !/[\p{L}\p{N}]/u.test(text.charAt(start - 1)) &&
    !/[\p{L}\p{N}]/u.test(text.charAt(start + words.length))
  return isWhole ? start : -1
}

type PatternKind = Exclude<
  FieldKind,
  'amount' | 'count' | 'percent' | 'date' | 'text' | 'address' | 'payment-method'
>

const finderByKind: Readonly<
  Partial<Record<PatternKind, (text: string) => readonly PatternMatch[]>>
> = {
  identifier: findIdentifiers,
  account: (text) => [...findIbans(text), ...findLetteredAccount(text), ...findAccounts(text)],
  'vat-id': (text) => [...findVatIds(text), ...findIdentifiers(text).filter(hasEnoughDigits)],
  iban: (text) => findIbans(text),
  bic: findBics,
  email: findEmails,
  phone: findPhones,
  website: findWebsites,
  incoterm: findIncoterms,
  siren: findSirens,
}

/** A customer account can have a letter prefix: `LO-448201`. */
const findLetteredAccount = (text: string): readonly PatternMatch[] =>
  /^[A-Z]{1,4}[-/]\d[\d-]{3,12}$/.test(text) ? [{ start: 0, end: text.length, value: text }] : []

/** A tax number has many digits; a shorter one beside such a label is a rate or an amount. */
function hasEnoughDigits({ value }: PatternMatch): boolean {
  return value.replace(/\D/g, '').length >= 6
}

function readPattern(
  context: PassageContext,
  passage: Passage,
  kind: PatternKind,
): Finding | undefined {
  const match = finderByKind[kind]?.(passage.text)[0]
  const part = match && slicePassage(context.document, passage, match.start, match.end)
  const isNumbered = kind === 'identifier' || kind === 'vat-id'
  if (!part || (isNumbered && isDateOrAmount(context, part))) return undefined
  if (isNumbered && isInDate(context, passage.text, match)) return undefined
  const finding = toFinding(part, match.value, match.value)
  if (match.printedText === undefined) return finding
  const number = kind === 'vat-id' ? 'vat-id' : 'iban'
  return addReasons(finding, { kind: 'checksum', number, mended: match.printedText })
}

/** A number inside a date is not an identifier. */
function isInDate(
  { dateOrder }: PassageContext,
  text: string,
  { start, end }: PatternMatch,
): boolean {
  return findDates(text, dateOrder).some((date) => date.start < end && date.end > start)
}

/** A date or an amount is not an identifier. */
function isDateOrAmount({ dateOrder }: PassageContext, { text }: Passage): boolean {
  const isAmount = findNumbers(text).some(
    ({ hasDecimals, currency, isPercent }) =>
      hasDecimals || (currency !== undefined && isCurrency(currency)) || isPercent,
  )
  return isAmount || findDates(text, dateOrder).length > 0
}

export function toFinding(part: Passage, value: Json, plainly: string): Finding {
  const { page, words, box } = part
  return {
    value,
    place: { page, words, box },
    match: part.text === plainly ? 'exact' : 'normalised',
  }
}
