import type { DocumentText } from '@recto/document-text/model'
import { type Answer, type FieldType, isListType, type Question } from '@recto/provider-spec/answer'
import { toEvidence } from '../align/passage.ts'
import { computeConfidence } from '../confidence/compute-confidence.ts'
import { getConfidenceScore } from '../confidence/confidence-score.ts'
import type { Signals } from '../confidence/signals.ts'
import { type BusinessField, getBusinessField } from '../labels/business-fields.ts'
import { fold } from '../values/fold.ts'
import { findInvalidIban } from '../values/ibans.ts'
import { withoutStruck } from '../values/struck-words.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { removeGreetingOfName } from './addressee.ts'
import { answerListQuestion } from './answer-list-question.ts'
import { findByConcepts, isSaidOf } from './concepts/find-by-concepts.ts'
import { toMeaningTokens } from './concepts/meaning-tokens.ts'
import { asksForEvent, getOtherMeanings } from './concepts/meant-question.ts'
import { isInRequestedCurrency } from './currency-support.ts'
import { type MissingAnswer, toExplanation, toMissingExplanation } from './explanations.ts'
import { type FieldQuestion, toFieldQuestion } from './field-question.ts'
import { findByUnit } from './find-by-unit.ts'
import { findCardDigits } from './find-card-digits.ts'
import { findInCurriculumHead } from './find-curriculum-head.ts'
import { findExemption } from './find-exemption.ts'
import { findInProse } from './find-in-prose.ts'
import { findIssuer } from './find-issuer.ts'
import { findEchoes, findLabeledValues, type ScoredFinding } from './find-labeled-values.ts'
import { findLetterPart } from './find-letter-parts.ts'
import { findNamedAddress } from './find-named-address.ts'
import { findOnlyPattern } from './find-only-pattern.ts'
import { findPartyValue, findSectionName } from './find-party-value.ts'
import { findPaymentMethod } from './find-payment-method.ts'
import { findPaymentTerms } from './find-payment-terms.ts'
import { findRole } from './find-role.ts'
import { findTitleNumber, findTitleRowDate } from './find-title-number.ts'
import { findOnlyDate, findTitleDate, findUnlabeledValue } from './find-unlabeled-value.ts'
import { getFindingSignals } from './finding-signals.ts'
import { formatForType } from './format-for-type.ts'
import { compareMeanings, type EmbedTexts, type Meanings } from './match-by-meaning.ts'
import { getNullReason, toUnsure } from './null-reason.ts'
import { answerByOptions } from './options/answer-by-options.ts'
import { isOtherValue } from './other-values.ts'
import { accountFields, isAccountOfOther } from './owner-of-account.ts'
import type { PartyRole } from './party-sections.ts'
import { type LabelPair, type PreparedDocument, prepareDocument } from './prepare-document.ts'
import {
  areSaidOf,
  findUnsupportedMeaning,
  isOtherThanSale,
  lacksSale,
} from './question-support.ts'
import { addLikelihood, dropUnlikely } from './ranking/check-likelihood.ts'
import { findLikelyValue } from './ranking/rank-candidates.ts'
import { type Finding, isAmountKind } from './read-typed-value.ts'
import { findRequestedRole, isRoleSupported } from './requested-role.ts'
import { asksForList } from './rows/list-request.ts'
import { createSharedFindings, type SharedFindings } from './shared-findings.ts'
import { straightenPages } from './straighten-pages.ts'

type AnswerOptions = {
  /** Embeds texts, to find labels that express the question in other words. */
  readonly embed?: EmbedTexts
}

/** Below this score, a value more likely belongs to another field. */
const minScore = 0.62

/**
 * The built-in extractor: answers from the layout alone (labels and their values, patterns and
 * sums), without a model. It is deterministic. It answers null when it is not sure and for JSON
 * questions, which need a model; every other answer comes with the words that it was read from.
 * Each answer explains how the value was found, or why there is none.
 */
export async function answerWithoutModel(
  document: DocumentText,
  questions: readonly Question[],
  options: AnswerOptions = {},
): Promise<readonly Answer[]> {
  const answers = await answerWithSignals(document, questions, options)
  return answers.map(({ signals, ...answer }) => {
    // Lists already have a confidence for each cell.
    if (!signals) return answer
    return {
      ...answer,
      confidence: computeConfidence(answer, () => getConfidenceScore(signals, 'byLayout')),
    }
  })
}

export type AnswerWithSignals = Answer & { readonly signals?: Signals }

/** Like `answerWithoutModel`, but returns the signals for each value instead of a confidence. */
export async function answerWithSignals(
  wholeDocument: DocumentText,
  questions: readonly Question[],
  options: AnswerOptions = {},
): Promise<readonly AnswerWithSignals[]> {
  const document = withoutStruck(wholeDocument)
  const fieldQuestions = questions.map(toFieldQuestion)
  const preparedDocument = prepareDocument(
    straightenPages(document),
    fieldQuestions.flatMap(({ phrases }) => phrases),
  )
  const sharedFindings = createSharedFindings(preparedDocument)
  const meanings: Meanings = options.embed
    ? await compareMeanings(preparedDocument, fieldQuestions, options.embed)
    : new Map()
  return fieldQuestions.map((fieldQuestion) => {
    if (isAnsweredAsList(fieldQuestion.question)) {
      return answerListQuestion({ ...preparedDocument, document }, fieldQuestion.question)
    }
    const key = fieldQuestion.question.key
    const questionWithMeanings = { ...fieldQuestion, meanings: meanings.get(key) }
    const result = checkSupport(
      preparedDocument,
      sharedFindings,
      questionWithMeanings,
      findAnswer(preparedDocument, sharedFindings, questionWithMeanings) ?? {
        missing: getNullReason(preparedDocument, questionWithMeanings),
      },
    )
    if ('missing' in result) {
      return {
        key,
        value: null,
        evidence: null,
        explanation: toMissingExplanation(document, result),
      }
    }
    const evidence = [toEvidence(document, result.place, result.match)]
    const isOtherKind = isOtherThanSale(preparedDocument, sharedFindings('total') !== undefined)
    const signals = getFindingSignals(preparedDocument, {
      finding: isOtherKind ? addLikelihood(preparedDocument, questionWithMeanings, result) : result,
      evidence,
      fieldQuestion,
      isOtherKind,
    })
    return {
      key,
      value: result.value,
      evidence,
      explanation: toExplanation(document, result),
      signals,
    }
  })
}

/** Drops a value of a party that the document does not show to exist: the landlord of an invoice. */
function checkSupport(
  preparedDocument: PreparedDocument,
  sharedFindings: SharedFindings,
  fieldQuestion: FieldQuestion,
  result: Finding | MissingAnswer,
): Finding | MissingAnswer {
  if ('missing' in result) return result
  const role = findRequestedRole(fieldQuestion)
  if (role && !isRoleSupported(preparedDocument, role, result))
    return { missing: { kind: 'no-role', role: role.word } }
  const isOfOther =
    isOtherValue(preparedDocument, fieldQuestion, result) ||
    lacksSale(preparedDocument, fieldQuestion, result) ||
    findUnsupportedMeaning(preparedDocument, fieldQuestion, result, {
      hasTotal: sharedFindings('total') !== undefined,
    }) !== undefined ||
    !isInRequestedCurrency(
      preparedDocument,
      result,
      fieldQuestion.question,
      sharedFindings('currency'),
    )
  if (isOfOther) return { missing: toUnsure(preparedDocument, result) }
  return removeGreetingOfName(preparedDocument, fieldQuestion, result)
}

const amountFields: ReadonlySet<string> = new Set(['total', 'net', 'tax'])

type QuestionWithMeanings = FieldQuestion & {
  readonly meanings?: ReadonlyMap<LabelPair, number> | undefined
}

/** A JSON question for a list is answered like one of type line item. */
const isAnsweredAsList = (question: Question): boolean =>
  isListType(question.type) || (question.type === 'json' && asksForList(question))

const isStructured = ({ type }: Question) => type === 'json' || isListType(type)

function findAnswer(
  preparedDocument: PreparedDocument,
  sharedFindings: SharedFindings,
  fieldQuestion: QuestionWithMeanings,
): Finding | MissingAnswer | undefined {
  const { field, question } = fieldQuestion
  if (isStructured(question) || asksForRowCount(question)) return undefined
  return (
    answerByOptions(preparedDocument, fieldQuestion) ??
    findCardDigits(preparedDocument, fieldQuestion) ??
    findRole(preparedDocument, fieldQuestion) ??
    findLetterPart(preparedDocument, fieldQuestion) ??
    findInCurriculumHead(preparedDocument, fieldQuestion) ??
    findOtherPartyAddress(preparedDocument, fieldQuestion) ??
    (field && !asksForStay(fieldQuestion)
      ? findFieldAnswer(preparedDocument, sharedFindings, { ...fieldQuestion, field })
      : dropUnlikely(
          preparedDocument,
          fieldQuestion,
          findOtherAnswer(preparedDocument, fieldQuestion),
        )) ??
    findByUnit(preparedDocument, fieldQuestion) ??
    findInProse(preparedDocument, fieldQuestion) ??
    findIssuer(preparedDocument, fieldQuestion, () => sharedFindings('seller-name')) ??
    findOnlyPattern(preparedDocument, fieldQuestion) ??
    (field && !isOtherThanSale(preparedDocument, sharedFindings('total') !== undefined)
      ? undefined
      : findLikelyValue(preparedDocument, fieldQuestion))
  )
}

/** Finds the value of a field, or of something more specific that the question asks for. */
function findFieldAnswer(
  preparedDocument: PreparedDocument,
  sharedFindings: SharedFindings,
  fieldQuestion: QuestionWithMeanings & { readonly field: BusinessField },
): Finding | MissingAnswer | undefined {
  const answer =
    findEchoedAnswer(preparedDocument, fieldQuestion) ??
    findFieldValue(preparedDocument, sharedFindings, fieldQuestion)
  const isOfField =
    answer !== undefined &&
    ('missing' in answer || !isMoreSpecific(preparedDocument, answer, fieldQuestion))
  return isOfField ? answer : findByConcepts(preparedDocument, fieldQuestion)
}

/** Whether the question says more than the field, and nothing says that of the value. */
function isMoreSpecific(
  preparedDocument: PreparedDocument,
  finding: Finding,
  { question, field, uncoveredWords }: QuestionWithMeanings,
): boolean {
  const { dateOrder } = preparedDocument
  if (field && question.type !== 'number' && question.type !== 'date') {
    const otherMeanings = getOtherMeanings(question, field, dateOrder)
    return !areSaidOf(preparedDocument, finding, otherMeanings)
  }
  const canBeMore =
    uncoveredWords.length > 0 || (field?.name === 'date' && asksForEvent(question, dateOrder))
  return canBeMore && !isSaidOf(preparedDocument, finding, question, field)
}

/** Finds the value of something that is no field of most documents. */
function findOtherAnswer(
  preparedDocument: PreparedDocument,
  fieldQuestion: QuestionWithMeanings,
): Finding | undefined {
  const conceptFinding = findByConcepts(preparedDocument, fieldQuestion)
  if (conceptFinding) return conceptFinding
  const labelFinding = findLabeledAnswer(preparedDocument, fieldQuestion)
  return labelFinding && isSaidOf(preparedDocument, labelFinding, fieldQuestion.question)
    ? labelFinding
    : undefined
}

/** Finds the address of a party that a label names, unless the question asks about the seller. */
function findOtherPartyAddress(
  preparedDocument: PreparedDocument,
  fieldQuestion: QuestionWithMeanings,
): Finding | undefined {
  const name = fieldQuestion.field?.name ?? 'address'
  const isAsked = name === 'address' || name === 'customer-address'
  return isAsked && !fieldQuestion.isAboutSeller
    ? findNamedAddress(preparedDocument, fieldQuestion)
    : undefined
}

/**
 * Returns the value beside a label in the very words of the question, if all such labels agree on
 * it.
 */
function findEchoedAnswer(
  preparedDocument: PreparedDocument,
  fieldQuestion: QuestionWithMeanings,
): Finding | undefined {
  const echoes = findEchoes(preparedDocument, fieldQuestion)
  const [best] = echoes.toSorted((a, b) => b.score - a.score)
  return new Set(echoes.map(({ value }) => value)).size === 1 ? best : undefined
}

/** Fields that several parts of a document determine better than a single label. */
const sharedFields: ReadonlySet<string> = new Set([
  'seller-name',
  'tax-rate',
  'bank-name',
  'customer-address',
  'delivery-address',
  'period-start',
  'period-end',
])

const partyOfNameField: Readonly<Partial<Record<string, PartyRole>>> = {
  'customer-name': 'customer',
  'delivery-name': 'delivery',
}

function findFieldValue(
  preparedDocument: PreparedDocument,
  sharedFindings: SharedFindings,
  fieldQuestion: QuestionWithMeanings & { readonly field: BusinessField },
): Finding | MissingAnswer | undefined {
  const { field, question } = fieldQuestion
  if (fieldQuestion.party) return findPartyValue(preparedDocument, fieldQuestion, field)
  if (field.name === 'tax') return findTax(preparedDocument, sharedFindings('tax'), fieldQuestion)
  if (amountFields.has(field.name) && question.type === 'number') return sharedFindings(field.name)
  if (sharedFields.has(field.name))
    return formatForType(preparedDocument.document, sharedFindings(field.name), question)
  if (field.name === 'balance-due' && question.type === 'number')
    return findBalanceDue(preparedDocument, sharedFindings, fieldQuestion)
  return (
    findPrintedTotal(preparedDocument, sharedFindings, fieldQuestion) ??
    findNameOfParty(preparedDocument, field) ??
    findLabeledFieldValue(preparedDocument, fieldQuestion) ??
    findUnlabeledAnswer(preparedDocument, sharedFindings, fieldQuestion) ??
    (field.name === 'tax-number'
      ? findLabeledAnswer(preparedDocument, { ...fieldQuestion, field: getBusinessField('vat-id') })
      : undefined)
  )
}

function findNameOfParty(
  preparedDocument: PreparedDocument,
  { name }: BusinessField,
): Finding | undefined {
  const party = partyOfNameField[name]
  return party && findSectionName(preparedDocument, party)
}

function findPrintedTotal(
  { document }: PreparedDocument,
  sharedFindings: SharedFindings,
  { field, question }: FieldQuestion,
): Finding | undefined {
  const asksTotal = field?.name === 'total' && question.type === 'text'
  const total = asksTotal ? sharedFindings('total') : undefined
  if (total?.place.words.length !== 1) return undefined
  const finding = formatForType(document, total, question)
  return finding && typeof finding.value === 'string'
    ? { ...finding, value: finding.value.replace(/^\p{Sc}|\p{Sc}$/gu, '') }
    : finding
}

/** Minimum score of a label that names the date and nothing more specific. */
const plainDateScore = 0.8

/** The amount to pay, and what is left of it, is the total, unless something was paid before. */
function findBalanceDue(
  preparedDocument: PreparedDocument,
  sharedFindings: SharedFindings,
  fieldQuestion: QuestionWithMeanings,
): Finding | undefined {
  const labeledFinding = findLabeledAnswer(preparedDocument, fieldQuestion)
  if (labeledFinding) return labeledFinding
  const isPartlyPaid = preparedDocument.pairs.some(isPayment)
  return isPartlyPaid ? undefined : sharedFindings('total')
}

const paidConcepts: ReadonlySet<string> = new Set(['instalment', 'deposit'])

/** Whether a line states what was paid: under a label for that, or as an amount that is taken off. */
const isPayment = ({ fieldScores, label, value }: LabelPair): boolean =>
  ((fieldScores.get('amount-paid') ?? 0) >= plainDateScore && /[1-9]/.test(value.text)) ||
  (/^[-−–] ?\d/.test(value.text) &&
    /[1-9]/.test(value.text) &&
    toMeaningTokens(label.text).some(({ keys }) => keys.some((key) => paidConcepts.has(key))))

/** Minimum score of a label that names the number of an invoice and nothing else. */
const plainNumberScore = 0.92

function findLabeledFieldValue(
  preparedDocument: PreparedDocument,
  fieldQuestion: QuestionWithMeanings & { readonly field: BusinessField },
): Finding | undefined {
  const { field, question } = fieldQuestion
  const labeledFinding = accountFields.has(field.name)
    ? findAccount(preparedDocument, fieldQuestion)
    : findLabeledAnswer(preparedDocument, fieldQuestion)
  // A word for an amount can introduce something else: `Trasporto: franco destino`.
  if (!labeledFinding && isAmountKind(field.kind) && question.type === 'text')
    return findLabeledAnswer(preparedDocument, { ...fieldQuestion, field: undefined })
  if (field.name === 'invoice-number' && getScore(labeledFinding) < plainNumberScore)
    return findTitleNumber(preparedDocument) ?? labeledFinding
  return field.name === 'date'
    ? chooseDate(preparedDocument, labeledFinding, question.type)
    : labeledFinding
}

/** Finds the account that no word around it says to be of the other party. */
const findAccount = (
  preparedDocument: PreparedDocument,
  fieldQuestion: QuestionWithMeanings,
): ScoredFinding | undefined =>
  findLabeledValues(preparedDocument, fieldQuestion, fieldQuestion.meanings).find(
    (finding) =>
      finding.score >= minScore && !isAccountOfOther({ preparedDocument, fieldQuestion, finding }),
  )

const getScore = (finding: ScoredFinding | undefined): number => finding?.score ?? 0

/** A date in the title of a document is more certain than one with a label that is not plain. */
function chooseDate(
  preparedDocument: PreparedDocument,
  labeledDate: ScoredFinding | undefined,
  type: FieldType,
): Finding | undefined {
  if (getScore(labeledDate) < plainNumberScore) {
    const rowDate = findTitleRowDate(preparedDocument, type)
    if (rowDate) return rowDate
  }
  if (!labeledDate || labeledDate.score >= plainDateScore) return labeledDate
  return findTitleDate(preparedDocument, type) ?? labeledDate
}

const stayWords = new Set(wordsInAllLanguages('stayWords').map(fold))

/** The first day of the period of a document is not an arrival date. */
const asksForStay = ({ field, phrases }: QuestionWithMeanings): boolean =>
  (field?.name.startsWith('period') ?? false) && phrases.flat().some((word) => stayWords.has(word))

/** When a document states that it has no tax, only an amount that adds up counts as tax. */
function findTax(
  preparedDocument: PreparedDocument,
  tax: Finding | undefined,
  fieldQuestion: QuestionWithMeanings,
): Finding | MissingAnswer | undefined {
  const exemption = tax?.addsUp ? undefined : findExemption(preparedDocument)
  if (exemption) return exemption
  return fieldQuestion.question.type === 'number'
    ? tax
    : findLabeledAnswer(preparedDocument, fieldQuestion)
}

function findLabeledAnswer(
  preparedDocument: PreparedDocument,
  fieldQuestion: QuestionWithMeanings,
): ScoredFinding | undefined {
  const [best] = findLabeledValues(preparedDocument, fieldQuestion, fieldQuestion.meanings)
  return best && best.score >= minScore ? best : undefined
}

function findUnlabeledAnswer(
  preparedDocument: PreparedDocument,
  sharedFindings: SharedFindings,
  { field, ...fieldQuestion }: QuestionWithMeanings & { readonly field: BusinessField },
): Finding | MissingAnswer | undefined {
  if (amountFields.has(field.name)) return undefined
  if (field.name === 'date') return findOnlyDate(preparedDocument, fieldQuestion.question.type)
  if (field.name === 'payment-terms') return findPaymentTerms(preparedDocument)
  if (field.name === 'payment-method')
    return findPaymentMethod(preparedDocument, sharedFindings('total'))
  return (
    formatForType(
      preparedDocument.document,
      findSharedField(sharedFindings, fieldQuestion.isAboutSeller === true, field),
      fieldQuestion.question,
    ) ??
    findUnlabeledValue(preparedDocument, field.name, sharedFindings('seller-name')) ??
    findInvalidIbanReason(preparedDocument, field)
  )
}

/** Reports a printed IBAN with wrong check digits, which was misread or misprinted. */
function findInvalidIbanReason(
  { rows }: PreparedDocument,
  { name }: BusinessField,
): MissingAnswer | undefined {
  if (name !== 'iban') return undefined
  const value = rows
    .flatMap(({ cells }) => cells)
    .map(({ text }) => findInvalidIban(text))
    .find((iban) => iban !== undefined)
  return value === undefined
    ? undefined
    : { missing: { kind: 'wrong-checksum', number: 'iban', value } }
}

/**
 * Parts of an address belong to the seller only if the question or the kind of document says so.
 */
function findSharedField(
  sharedFindings: SharedFindings,
  isAboutSeller: boolean,
  { name }: BusinessField,
): Finding | undefined {
  const isPart = name === 'street' || name === 'city' || name === 'postcode'
  return isPart && !isAboutSeller && !sharedFindings('total') ? undefined : sharedFindings(name)
}

/** Counts of rows are never printed without a label. */
const asksForRowCount = ({ prompt, key }: Question): boolean =>
  /\b(?:how many|number of|count of)\b.{0,20}\b(?:line|item|row|position|entr|page)|(?:line|row)s?[ _]?(?:items?[ _]?)?count|items?[ _]count/i.test(
    `${prompt} ${key}`,
  )
