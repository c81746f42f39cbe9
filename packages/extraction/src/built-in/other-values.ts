import type { ExplanationFinding } from '@recto/provider-spec/explanation'
import type { CellRow } from '../labels/cell-rows.ts'
import { findDates } from '../values/parse-date.ts'
import { toMeaningTokens } from './concepts/meaning-tokens.ts'
import {
  getTokensOfField,
  hasKey,
  type MeantQuestion,
  toMeantQuestion,
} from './concepts/meant-question.ts'
import { areOpposed } from './concepts/opposites.ts'
import { isValue } from './concepts/tables.ts'
import type { FieldQuestion } from './field-question.ts'
import { findLegalForm } from './legal-forms.ts'
import { isAccountOfOther } from './owner-of-account.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'
import { getTitleLines } from './requested-role.ts'

type CheckContext = {
  readonly preparedDocument: PreparedDocument
  readonly question: MeantQuestion
  readonly fieldQuestion: FieldQuestion
  readonly finding: Finding
}

type LabelReason = Extract<ExplanationFinding, { readonly kind: 'label' }>

const getLabels = ({ foundBy = [] }: Finding): readonly LabelReason[] =>
  foundBy.filter((reason): reason is LabelReason => reason.kind === 'label')

const maxWordsOfLabel = 4

/** Only words of labels are no name: `Booked by`. */
function isLabelForName({ question, finding: { value, match } }: CheckContext): boolean {
  if (!question.asksName || typeof value !== 'string' || match === 'inferred') return false
  const words = value.split(' ')
  if (words.length > maxWordsOfLabel || findLegalForm(value) || !/\p{Ll}/u.test(value)) return false
  const tokens = toMeaningTokens(value)
  // Capitals inside of a text make a name of common words: `Central Hospital`.
  const isName = words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word))
  return !isName && tokens.length > 0 && tokens.every(({ group }) => group !== 'word')
}

const amountWithCurrency = /^(?:\p{Sc}|[A-Z]{3}) ?-?\d|\d[.,]\d{2} ?(?:\p{Sc}|[A-Z]{3})?$/u

/** An amount of money or an email address is no party, unless the question says that it wants one. */
const isOtherForName = ({ question, fieldQuestion, finding: { value } }: CheckContext): boolean =>
  question.type === 'text' &&
  (question.asksName || fieldQuestion.field?.name.endsWith('-name') === true) &&
  typeof value === 'string' &&
  (amountWithCurrency.test(value) || isEmailAddress(value))

const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

/** Things that say which day it is, and not of what. */
const thingsOfDays: ReadonlySet<string> = new Set(
  'issued start end due validity valuedate signature payment paymentdue received delivery'.split(
    ' ',
  ),
)

/** The day in a sentence about something else is not the one of the document: `our offer 17 of 2 June`. */
function isDayOfOther({ question, fieldQuestion: { field }, finding }: CheckContext): boolean {
  if (question.type !== 'date' || !field) return false
  const ownTokens = getTokensOfField(field)
  return getLabels(finding).some(
    ({ label, relation }) =>
      relation === 'in-sentence' &&
      toMeaningTokens(label).some(
        (token) =>
          token.group === 'things' &&
          !token.keys.some((key) => thingsOfDays.has(key)) &&
          !hasKey(question.tokens, token) &&
          !hasKey(ownTokens, token),
      ),
  )
}

const minWordsOfTitle = 4

/** The title of the next section is no value of an empty label above it. */
const isNextTitle = ({ finding }: CheckContext): boolean =>
  typeof finding.value === 'string' &&
  finding.value.split(' ').length >= minWordsOfTitle &&
  !/\p{Ll}/u.test(finding.value) &&
  getLabels(finding).some(({ relation }) => relation === 'below') &&
  !findLegalForm(finding.value)

/** A period or a day is neither a name nor a place: `2019-today`. */
function isTimeForName({ question, finding: { value } }: CheckContext): boolean {
  const asksPlace = question.type === 'text' && question.concepts.has('place')
  const hasOtherForm = ['date', 'number', 'time'].some((form) => question.forms.has(form))
  if (!(question.asksName || asksPlace) || hasOtherForm || typeof value !== 'string') return false
  if (/^(?:19|20)\d{2}(?!\d)/.test(value)) return true
  const [date] = findDates(value)
  return date !== undefined && date.end - date.start > value.length / 2
}

const amountInText = /\d[.,]\d{2}(?!\d)/

/** A label in a sentence that has an amount introduces the amount before: `153.00 EUR (so far 145.00)`. */
const isAfterAmount = ({ question, finding }: CheckContext): boolean =>
  question.type === 'number' &&
  getLabels(finding).some(
    ({ label, relation }) =>
      (relation === 'in-sentence' || relation === 'inline') && amountInText.test(label),
  )

function findRow({ rows }: PreparedDocument, { place }: Finding): CellRow | undefined {
  const word = place.words[0] ?? -1
  return rows.find(
    ({ page, cells }) => page === place.page && cells.some(({ words }) => words.includes(word)),
  )
}

function readPlace({ document }: PreparedDocument, { place }: Finding): string {
  const words = document.pages[place.page]?.words ?? []
  return place.words.map((word) => words[word]?.text ?? '').join(' ')
}

/** The amount of a row is beside the words of the row, which may have an amount too: `7 % tax on 3,225.00 | 225.75`. */
function isInWordsOfRow({
  preparedDocument,
  question,
  fieldQuestion: { field },
  finding,
}: CheckContext): boolean {
  const isInWords =
    question.type === 'number' &&
    field?.kind !== 'percent' &&
    !readPlace(preparedDocument, finding).includes('%') &&
    getLabels(finding).some(({ relation }) => relation === 'inline')
  if (!isInWords) return false
  const row = findRow(preparedDocument, finding)
  const word = finding.place.words[0] ?? -1
  const index = row?.cells.findIndex(({ words }) => words.includes(word)) ?? -1
  return row?.cells.slice(index + 1).some(({ text }) => amountInText.test(text)) ?? false
}

const minValuesOfTable = 3

/** The last of several values of a row is only the one that its heading says. */
function isOneOfSeveral(context: CheckContext): boolean {
  const { preparedDocument, question, finding, fieldQuestion } = context
  const isAtEnd =
    question.type === 'number' &&
    fieldQuestion.field === undefined &&
    getLabels(finding).some(({ relation }) => relation === 'row-end')
  if (!isAtEnd) return false
  const values = findRow(preparedDocument, finding)?.cells.filter(isValue) ?? []
  return values.length >= minValuesOfTable
}

/** The number of a credit note that a document mentions is not that of the document. */
const isOfCreditNote = ({ question, finding, preparedDocument }: CheckContext): boolean =>
  !question.concepts.has('creditnote') &&
  getLabels(finding).some(({ label }) => {
    const keys = toMeaningTokens(label).flatMap((token) => token.keys)
    return keys.includes('creditnote') && !keys.includes('bill')
  }) &&
  question.concepts.has('bill') &&
  preparedDocument.rows.some(({ cells }) =>
    cells.some(({ text }) => {
      const tokens = toMeaningTokens(text)
      return tokens.length === 1 && tokens[0]?.keys.includes('bill') === true
    }),
  )

const maxDigitsOfAmount = 8

/** A long run of digits is the number of something and no amount of money. */
function isNumberForAmount({ preparedDocument, question, finding }: CheckContext): boolean {
  if (question.type !== 'number' || !question.asksMoney) return false
  const text = readPlace(preparedDocument, finding)
  const [digits = ''] = text.match(/\d+/) ?? []
  return digits.length > maxDigitsOfAmount && !/[.,']\d|\p{Sc}/u.test(text)
}

/** A document about such a person names one; the addressee of a report need not be the patient. */
const personsToName = ['patient', 'pupil', 'passenger', 'member']

function isAddresseeForPerson({ preparedDocument, question, finding }: CheckContext): boolean {
  const person = personsToName.find((one) => question.concepts.has(one))
  const isByPosition = (finding.foundBy ?? []).some(({ kind }) => kind === 'beside')
  if (person === undefined || !isByPosition) return false
  return !preparedDocument.rows.some(({ cells }) =>
    cells.some(({ text }) => toMeaningTokens(text).some(({ keys }) => keys.includes(person))),
  )
}

/** Whether the label names the opposite of what the question does. */
const isOpposite = ({ question, finding }: CheckContext): boolean =>
  areOpposed(
    question.concepts,
    getLabels(finding).flatMap(({ label }) => toMeaningTokens(label)),
  )

const wordsOfTotals: ReadonlySet<string> = new Set(
  'payment paymentdue due vat tax balance fee price cost delivery issued premium instalment rent turnover received standingcharge'.split(
    ' ',
  ),
)

/** A total of something else, such as a substance or the weight, is not the total of a document. */
const isTotalOfThing = ({ question, fieldQuestion, finding }: CheckContext): boolean =>
  fieldQuestion.field?.name === 'total' &&
  finding.addsUp !== true &&
  getLabels(finding).some(({ label }) =>
    toMeaningTokens(label).some(
      ({ group, keys }) =>
        group === 'things' &&
        !keys.some((key) => wordsOfTotals.has(key) || question.concepts.has(key)),
    ),
  )

/** These are in the letterhead of the buyer if the document is a purchase order. */
const sellerFields: ReadonlySet<string | undefined> = new Set(
  'seller-name vat-id tax-number company-number email phone website address street city postcode iban bic'.split(
    ' ',
  ),
)

/** Whether the sender of a purchase order is taken for the seller. */
function isBuyerForSeller(context: CheckContext): boolean {
  const { preparedDocument, question, fieldQuestion, finding } = context
  const asksSeller =
    question.concepts.has('seller') &&
    sellerFields.has(fieldQuestion.field?.name) &&
    !fieldQuestion.party
  if (!asksSeller || !isPurchaseOrder(preparedDocument)) return false
  if (preparedDocument.getPartyAt(finding.place) === 'seller') return false
  return !getLabels(finding).some(({ label }) =>
    toMeaningTokens(label).some(({ keys }) => keys.includes('seller')),
  )
}

function isPurchaseOrder(preparedDocument: PreparedDocument): boolean {
  const tokens = getTitleLines(preparedDocument).map((text) => toMeaningTokens(text))
  const names = (key: string) => tokens.some((line) => line.some(({ keys }) => keys.includes(key)))
  return names('purchaseorder') && !names('bill')
}

const checks: readonly ((context: CheckContext) => boolean)[] = [
  isLabelForName,
  isOtherForName,
  isDayOfOther,
  isNextTitle,
  isTimeForName,
  isAfterAmount,
  isInWordsOfRow,
  isOneOfSeveral,
  isOfCreditNote,
  isNumberForAmount,
  isAddresseeForPerson,
  isAccountOfOther,
  isOpposite,
  isTotalOfThing,
  isBuyerForSeller,
]

/**
 * Whether the form, the label or the row of a value shows that it is something else than the question asks for: a label
 * taken for a name, a year for a place, one of several amounts of a row.
 */
export function isOtherValue(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  finding: Finding,
): boolean {
  const question = toMeantQuestion(fieldQuestion.question, preparedDocument.dateOrder)
  const context = { preparedDocument, question, fieldQuestion, finding }
  return checks.some((isOther) => isOther(context))
}
