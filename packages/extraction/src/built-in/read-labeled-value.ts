import type { FieldType } from '@recto/provider-spec/answer'
import type { Passage } from '../align/passage.ts'
import type { FieldKind } from '../labels/business-fields.ts'
import type { LabelValue } from '../labels/label-value.ts'
import { beginsWithFiller } from '../labels/phrases.ts'
import { getClassifiedWords } from './classify-words.ts'
import { type FieldQuestion, isPartyField } from './field-question.ts'
import { findTickedAnswer } from './find-ticked-answer.ts'
import { isInColumn } from './is-in-column.ts'
import { isOption } from './options/get-option-groups.ts'
import type { LabelPair, PreparedDocument } from './prepare-document.ts'
import { type Finding, isAmountKind, readTypedValue } from './read-typed-value.ts'

/** Reads the value beside a label, if it is of the requested kind. */
export function readLabeledValue(
  preparedDocument: PreparedDocument,
  pair: LabelPair,
  fieldQuestion: FieldQuestion,
): Finding | undefined {
  const kind = fieldQuestion.field?.kind ?? 'text'
  if (pair.relation === 'row-end' && !canBeRowTotal(fieldQuestion)) return undefined
  if (
    isUncertain(pair, fieldQuestion) ||
    belongsToOtherParty(preparedDocument, pair, fieldQuestion)
  )
    return undefined
  const finding = readByType(preparedDocument, pair, kind, fieldQuestion)
  if (!finding || !isAtStart(finding, pair, kind) || !hasExpectedForm(finding, fieldQuestion))
    return undefined
  return pair.relation === 'below' &&
    isColumnHeading(preparedDocument, pair, finding, fieldQuestion)
    ? undefined
    : finding
}

function readByType(
  preparedDocument: PreparedDocument,
  { value }: LabelPair,
  kind: FieldKind,
  { question: { type } }: FieldQuestion,
): Finding | undefined {
  const tickedAnswer = type === 'boolean' ? findTickedAnswer(preparedDocument, value) : undefined
  if (!tickedAnswer && isOption(preparedDocument, value)) return undefined
  // A box says something of its own label alone, and the labels of boxes are no values.
  if (!tickedAnswer && hasCheckbox(preparedDocument, value)) return undefined
  return tickedAnswer ?? readTypedValue(preparedDocument, value, kind, type)
}

function hasCheckbox({ document }: PreparedDocument, { page, words }: Passage): boolean {
  return words.some((word) => document.pages[page]?.words[word]?.isCheckbox)
}

/** Required forms of names and parts of an address; other values can have any form. */
const formOfField: Readonly<Partial<Record<string, RegExp>>> = {
  'full-name': /^\P{N}{2,120}$/u,
  street: /\p{L}{3}/u,
  city: /^\P{N}*\p{L}{2}/u,
  state: /^\P{N}*\p{L}{2}/u,
  country: /^\P{N}*\p{L}{2}/u,
  postcode: /^(?=.*\d).{3,10}$/u,
}

function hasExpectedForm({ value }: Finding, { field, ...fieldQuestion }: FieldQuestion): boolean {
  if (!field) return hasRequiredNumber(value, fieldQuestion)
  return formOfField[field.name]?.test(String(value)) ?? true
}

/** An ambiguous label above an amount is a column heading. */
const weakLabelScore = 0.8

/**
 * Whether a label above one of several amounts or dates, or above the amounts of a tax summary, is
 * a column heading.
 */
function isColumnHeading(
  preparedDocument: PreparedDocument,
  { fieldScores, label }: LabelPair,
  { place }: Finding,
  { field }: FieldQuestion,
): boolean {
  if (!field) return false
  if (field.kind === 'date')
    return preparedDocument.isListHeading(label) || isInColumn(preparedDocument, place, 'date')
  if (!isAmountKind(field.kind)) return false
  return (
    (fieldScores.get(field.name) ?? 0) <= weakLabelScore ||
    isInColumn(preparedDocument, place, 'amount')
  )
}

/** Words that only a space separates from a label can be part of it, unless the label is clear. */
function isUncertain(
  { relation, fieldScores, label, value }: LabelPair,
  { field, question }: FieldQuestion,
): boolean {
  const isInText = relation === 'inline' || relation === 'in-sentence'
  if (!field) return isUncertainText(value.text, question.type, isInText)
  if (!isInText) return false
  if (field.kind === 'address') return true
  if (field.kind !== 'text') return false
  if (isUpperCaseTitle(label.text, value.text)) return true
  return (fieldScores.get(field.name) ?? 0) < 0.95 || beginsWithFiller(value.text)
}

/** A table row ends with its total, which is never a payment or a count. */
function canBeRowTotal({ field }: FieldQuestion): boolean {
  return field?.kind === 'amount' && !['amount-paid', 'change', 'rounding'].includes(field.name)
}

/** A question for the number of something does not want a text without digits. */
function hasRequiredNumber(
  value: Finding['value'],
  { phrases, question }: Pick<FieldQuestion, 'phrases' | 'question'>,
): boolean {
  const isAsked = phrases.some((phrase) => getClassifiedWords(phrase).forms.has('number'))
  return question.type !== 'text' || !isAsked || /\d/.test(String(value))
}

/** Words in capitals without a separator form one title or name: `GUEST FOLIO`. */
const isUpperCaseTitle = (label: string, value: string): boolean =>
  !/[\p{Ll}\d]/u.test(value) && !/\p{Ll}/u.test(label)

function isUncertainText(text: string, type: FieldType, isInText: boolean): boolean {
  if (type === 'number') return isSentence(text)
  return isInText && (isSentence(text) || (type === 'text' && /^\p{Ll}/u.test(text)))
}

const minSentenceWords = 7

/**
 * Whether a text is a sentence, as after the heading of a clause: `5. LATE FEE. If rent is not paid
 * within 5 days …`.
 */
const isSentence = (text: string): boolean =>
  text.split(' ').length >= minSentenceWords && (text.match(/\s\p{Ll}{2,}/gu)?.length ?? 0) > 3

/** A value of one party does not answer a question about another. */
function belongsToOtherParty(
  preparedDocument: PreparedDocument,
  pair: LabelPair,
  { field, party }: FieldQuestion,
): boolean {
  if (!field || !isPartyField(field)) return false
  const valueParty = namesCustomer(pair) ? 'customer' : preparedDocument.getPartyAt(pair.value)
  if (party === undefined) return valueParty === 'customer' || valueParty === 'delivery'
  return valueParty !== party
}

const namesCustomer = ({ fieldScores }: LabelPair): boolean =>
  (fieldScores.get('customer-name') ?? 0) >= 0.5

/** An identifier further on in the text belongs to other words than the label. */
function isAtStart({ place }: Finding, { value, relation }: LabelValue, kind: FieldKind): boolean {
  if (kind !== 'identifier' && kind !== 'vat-id') return true
  const wordIndex = value.words.indexOf(place.words[0] ?? -1)
  return wordIndex <= (relation === 'inline' || relation === 'in-sentence' ? 0 : 2)
}
