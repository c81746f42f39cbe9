import type { FieldType } from '@recto/provider-spec/answer'
import { type Passage, slicePassage } from '../../align/passage.ts'
import { wordsOf } from '../../values/fold.ts'
import { parseBoolean } from '../../values/parse-boolean.ts'
import { findDates } from '../../values/parse-date.ts'
import { findNumbers } from '../../values/parse-number.ts'
import { toDerivedFinding } from '../explanations.ts'
import type { FieldQuestion } from '../field-question.ts'
import { isOption } from '../options/get-option-groups.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { readLabeledValue } from '../read-labeled-value.ts'
import { type Finding, readTypedValue, toFinding } from '../read-typed-value.ts'
import { functionWords } from './concept-vocabulary.ts'
import type { Slot } from './find-slots.ts'
import { toMeaningTokens } from './meaning-tokens.ts'
import { asksForUnit, type MeantQuestion, toMeantQuestion } from './meant-question.ts'
import { currencyWord, finderByConcept } from './sentence-values.ts'
import { isValue } from './tables.ts'
import { trimValue } from './trim-value.ts'

/** Reads the value of a slot, if it has the form that the question asks for. */
export function readSlot(
  preparedDocument: PreparedDocument,
  slot: Slot,
  fieldQuestion: FieldQuestion,
): Finding | undefined {
  const question = toMeantQuestion(fieldQuestion.question, preparedDocument.dateOrder)
  const { value, pair } = slot
  if (slot.isTicked) return readTicked(slot, question.type)
  if (pair?.relation === 'below' && isTitle(value.text)) return undefined
  if (isOption(preparedDocument, value)) return undefined
  if (question.type === 'number')
    return suitsAmount(slot, question) ? readNumber(preparedDocument, slot, question) : undefined
  if (question.type === 'text') return readText(preparedDocument, slot, fieldQuestion)
  return readValue(preparedDocument, slot, fieldQuestion)
}

function readText(
  preparedDocument: PreparedDocument,
  slot: Slot,
  fieldQuestion: FieldQuestion,
): Finding | undefined {
  const question = toMeantQuestion(fieldQuestion.question, preparedDocument.dateOrder)
  const pattern = readPattern(preparedDocument, slot.value, question)
  if (pattern !== 'none') return pattern
  const value = trimValue(preparedDocument.document, slot.value, question)
  if (!value || (!asksForUnitName(question) && isOtherText(preparedDocument, value)))
    return undefined
  const finding = readValue(preparedDocument, { ...slot, value }, fieldQuestion)
  return finding && suitsForm(finding, question) ? finding : undefined
}

function readValue(
  preparedDocument: PreparedDocument,
  { value, pair }: Slot,
  fieldQuestion: FieldQuestion,
): Finding | undefined {
  const { field, question } = fieldQuestion
  return pair
    ? readLabeledValue(preparedDocument, { ...pair, value }, fieldQuestion)
    : readTypedValue(preparedDocument, value, field?.kind ?? 'text', question.type)
}

/** The heading of the next section is no value of an empty label above it. */
const isTitle = (text: string): boolean => text.split(' ').length > 2 && !/\p{Ll}/u.test(text)

function readTicked({ value }: Slot, type: FieldType): Finding | undefined {
  if (type === 'text') return toFinding(value, value.text, value.text)
  const answer = type === 'boolean' ? parseBoolean(value.text) : undefined
  return answer === undefined ? undefined : toDerivedFinding(value, answer, 'judgement')
}

/** A sentence, a label with its value, or a label of something else. */
function isOtherText(preparedDocument: PreparedDocument, { text, page, words }: Passage): boolean {
  if (isSentence(text) || /(?<!\d)[:：]\s/u.test(text)) return true
  const tokens = toMeaningTokens(text)
  if (tokens.length === 0 || wordsOf(text).every((word) => functionWords.has(word))) return true
  const names = tokens.every(
    ({ group }) => group !== 'word' && group !== 'number' && group !== 'date',
  )
  return names && isLabel(preparedDocument, `${page}:${words[0]}`)
}

const labelsByDocument = new WeakMap<PreparedDocument, ReadonlySet<string>>()

/** Whether a cell stands before a value of its own. */
function isLabel(preparedDocument: PreparedDocument, key: string): boolean {
  const labels =
    labelsByDocument.get(preparedDocument) ??
    new Set(
      preparedDocument.pairs
        .filter(({ relation }) => relation === 'right' || relation === 'after-colon')
        .map(({ label }) => `${label.page}:${label.words[0]}`),
    )
  labelsByDocument.set(preparedDocument, labels)
  return labels.has(key)
}

const uncertainRelations: ReadonlySet<string | undefined> = new Set([
  'inline',
  'in-sentence',
  'below',
])

/** A number without decimals and currency is no amount when only its position says so. */
function suitsAmount(
  { pair, value, isFollowedByValue }: Slot,
  { concepts, asksMoney, asksCount }: MeantQuestion,
): boolean {
  if (asksForUnit(concepts) && /\p{Sc}|\b(?:EUR|GBP|USD|CHF)\b/u.test(value.text)) return false
  if (asksCount && isMoney(value.text)) return false
  const isUncertain =
    isFollowedByValue === true ||
    uncertainRelations.has(pair?.relation) ||
    /\p{L}{4}/u.test(value.text)
  return !isUncertain || !asksMoney || isMoney(value.text)
}

const isMoney = (text: string): boolean =>
  findNumbers(text).some(
    ({ hasDecimals, currency, end }) =>
      hasDecimals || currency !== undefined || currencyWord.test(text.slice(end)),
  )

const minSentenceWords = 9

/** Whether a text is running text and not the value of a label. */
const isSentence = (text: string): boolean =>
  text.split(' ').length >= minSentenceWords && (text.match(/\s\p{Ll}{2,}/gu)?.length ?? 0) > 4

/** Amounts and quantities that documents print with a minus because they are taken off. */
const deductedConcepts = ['deduction', 'discount', 'instalment', 'debit', 'returned']

const maxStartOfFirst = 3
const maxWordsBefore = 4

/** Reads the number of a cell, if it has only one. */
function readNumber(
  preparedDocument: PreparedDocument,
  slot: Slot,
  question: MeantQuestion,
): Finding | undefined {
  const { value } = slot
  const [first, second] = findSuitedNumbers(preparedDocument, slot, question)
  const isUnclear = second !== undefined && (first?.start ?? 0) > maxStartOfFirst
  if (!first || isUnclear || isRange(value.text)) return undefined
  const printedNumber = value.text.slice(first.start, first.end)
  const wordsBefore = value.text.slice(0, first.start).split(' ').length
  if (/^\d{8,}$|^0\d/.test(printedNumber) || wordsBefore > maxWordsBefore) return undefined
  const part = slicePassage(preparedDocument.document, value, first.start, first.end)
  const isDeducted = deductedConcepts.some((one) => question.concepts.has(one))
  const number = isDeducted ? Math.abs(first.value) : first.value
  return part && toFinding(part, number, String(number))
}

/** The numbers of a cell that are no part of a date, and percentages only where one is asked. */
function findSuitedNumbers(
  { decimalMark, dateOrder }: PreparedDocument,
  { value, labelTokens, headingTokens }: Slot,
  question: MeantQuestion,
) {
  const dates = findDates(value.text, dateOrder)
  const asksRate =
    question.asksRate ||
    [...labelTokens, ...headingTokens].some(({ keys }) => keys.includes('rate'))
  return findNumbers(value.text, decimalMark).filter(
    ({ start, end, isPercent, currency }) =>
      (!isPercent || asksRate) &&
      !(question.asksRate && currency !== undefined) &&
      !dates.some((date) => date.start < end && date.end > start),
  )
}

/** Two numbers with a dash: `15 - 150`. */
const isRange = (text: string): boolean => /\d\s?[-–]\s?\d/.test(text)

/** Reads a value whose pattern the question implies; `none` when it implies none. */
function readPattern(
  { document }: PreparedDocument,
  value: Passage,
  question: MeantQuestion,
): Finding | undefined | 'none' {
  const name = Object.keys(finderByConcept).find((concept) => question.concepts.has(concept))
  const find = name === undefined ? undefined : finderByConcept[name]
  if (!find) return 'none'
  const [match] = find(value.text)
  const part = match && slicePassage(document, value, match.start, match.end)
  return match && part ? toFinding(part, match.value, String(match.value)) : undefined
}

/** A question for a place, a person or a job is not answered by a number or a period. */
const asksForWords = ({ concepts }: MeantQuestion): boolean =>
  ['place', 'job', 'experience', 'make', 'kind'].some((one) => concepts.has(one))

/** `Unit of the sodium` asks for the unit, `unit price` for a number. */
const asksForUnitName = ({ concepts, asksMoney }: MeantQuestion): boolean =>
  concepts.has('unit') && !asksMoney && !concepts.has('price')

const time = /(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)/

const maxWordsOfIdentifier = 1

/** Whether a text can be an identifier: it has digits, and is no amount of money, day or description. */
const isIdentifier = (text: string): boolean =>
  /\d/.test(text) &&
  !findNumbers(text).some(({ currency }) => currency !== undefined) &&
  findDates(text).every(({ start, end }) => end - start < text.trim().length / 2) &&
  (text.match(/(?<!\p{L})\p{Ll}{3,}(?!\p{L})/gu)?.length ?? 0) <= maxWordsOfIdentifier

const suitsByForm: Readonly<Record<string, (text: string) => boolean>> = {
  time: (text) => time.test(text),
  number: isIdentifier,
  count: (text) => /\d/.test(text),
  date: (text) => findDates(text).length > 0,
}

/** A range, a limit, or the words for one. */
const isReference = (text: string): boolean => isRange(text) || /[<>≤≥]|\p{L}{3}/u.test(text)

/** Whether a text has the form that the question implies. */
function suitsForm({ value }: Finding, question: MeantQuestion): boolean {
  if (question.type !== 'text') return true
  const text = String(value)
  const form = Object.keys(suitsByForm).find((one) => question.forms.has(one))
  if (question.concepts.has('reference') && form !== 'time') return isReference(text)
  if (form !== undefined) return suitsByForm[form]?.(text) ?? true
  if (isValue({ text }) && (asksForWords(question) || asksForUnitName(question))) return false
  return !question.asksName || !/\d/.test(text)
}
