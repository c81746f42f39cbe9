import type { DocumentText } from '@recto/document-text/model'
import { type Answer, isListType, type Question } from '@recto/provider-spec/answer'
import { evidenceOf } from '../align/passage.ts'
import { confidenceOf } from '../confidence/confidence-of.ts'
import type { Signs } from '../confidence/signs.ts'
import { surenessOf } from '../confidence/sureness.ts'
import type { BusinessField } from '../labels/business-fields.ts'
import { fold } from '../values/fold.ts'
import { findWrongIban } from '../values/ibans.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { addressOfNamed } from './address-of-named.ts'
import { answerListQuestion } from './answer-list-question.ts'
import { asAsked } from './as-asked.ts'
import { explanationOf, explanationOfNothing, type Missing } from './explained.ts'
import { findByUnit } from './find-by-unit.ts'
import { findCardDigits } from './find-card-digits.ts'
import { findExemption } from './find-exemption.ts'
import { findInProse } from './find-in-prose.ts'
import { findOfParty } from './find-of-party.ts'
import { findPaymentMethod } from './find-payment-method.ts'
import { findRole } from './find-role.ts'
import { findOnlyDate, findUnlabelled, findWrittenDate } from './find-unlabelled.ts'
import { type Known, knownOf } from './known.ts'
import { echoFindings, labelledFindings } from './labelled-findings.ts'
import { layUpright } from './lay-upright.ts'
import { type EmbedTexts, type Meanings, meaningsOf } from './match-by-meaning.ts'
import { type Pair, type PreparedDocument, prepareDocument } from './prepare-document.ts'
import { type FieldQuestion, fieldQuestionOf } from './question-field.ts'
import { signsOfFinding } from './signs-of-finding.ts'
import { type Finding, isAmountOf } from './typed-value.ts'
import { whyNothing } from './why-nothing.ts'

type WithoutModelOptions = {
  /** Finds labels that mean what a question asks in other words. */
  readonly embed?: EmbedTexts
}

/** Below this a value is more likely another field's than the one that is asked for. */
const minScore = 0.62

/**
 * The built-in extractor: answers from the layout alone, by labels and their values, shapes and
 * sums, without a model. The same document and questions give the same answers. It answers null
 * where it is not sure and to questions for JSON, which need a model, and gives every other answer
 * with the words that it was read from. Each says how it was found, or why it was not.
 */
export async function answerWithoutModel(
  document: DocumentText,
  questions: readonly Question[],
  options: WithoutModelOptions = {},
): Promise<readonly Answer[]> {
  const found = await answerWithSigns(document, questions, options)
  return found.map(({ signs, ...answer }) => {
    // Rows have theirs cell by cell.
    if (!signs) return answer
    return { ...answer, confidence: confidenceOf(answer, () => surenessOf(signs, 'byLayout')) }
  })
}

type AnswerWithSigns = Answer & { readonly signs?: Signs }

/** The same, with what speaks for each value instead of how sure that makes it. */
export async function answerWithSigns(
  document: DocumentText,
  questions: readonly Question[],
  options: WithoutModelOptions = {},
): Promise<readonly AnswerWithSigns[]> {
  const asked = questions.map(fieldQuestionOf)
  const prepared = prepareDocument(
    layUpright(document),
    asked.flatMap(({ words }) => words),
  )
  const known = knownOf(prepared)
  const meanings: Meanings = options.embed
    ? await meaningsOf(prepared, asked, options.embed)
    : new Map()
  return asked.map((one) => {
    if (isListType(one.question.type)) {
      return answerListQuestion({ ...prepared, document }, one.question)
    }
    const key = one.question.key
    const sought = { ...one, meanings: meanings.get(key) }
    const found = findAnswer(prepared, known, sought) ?? { missing: whyNothing(prepared, sought) }
    if ('missing' in found) {
      return {
        key,
        value: null,
        evidence: null,
        explanation: explanationOfNothing(document, found),
      }
    }
    const evidence = [evidenceOf(document, found.place, found.match)]
    const signs = signsOfFinding(prepared, { found, evidence, type: one.question.type })
    return { key, value: found.value, evidence, explanation: explanationOf(document, found), signs }
  })
}

const amounts: ReadonlySet<string> = new Set(['total', 'net', 'tax'])

type Sought = FieldQuestion & { readonly meanings?: ReadonlyMap<Pair, number> | undefined }

const hasParts = ({ type }: Question) => type === 'json' || isListType(type)

function findAnswer(
  prepared: PreparedDocument,
  known: Known,
  asked: Sought,
): Finding | Missing | undefined {
  const { field, question } = asked
  if (hasParts(question) || isCount(question)) return undefined
  return (
    findCardDigits(prepared, asked) ??
    findRole(prepared, asked) ??
    addressOfAnother(prepared, asked) ??
    (field && !isOfStay(asked)
      ? (echoedAnswer(prepared, asked) ?? ofField(prepared, known, { ...asked, field }))
      : labelledAnswer(prepared, asked)) ??
    findByUnit(prepared, asked) ??
    findInProse(prepared, asked)
  )
}

/** Of whom a label names, unless it is the seller. */
function addressOfAnother(prepared: PreparedDocument, asked: Sought): Finding | undefined {
  const name = asked.field?.name ?? 'address'
  const isAsked = name === 'address' || name === 'customer-address'
  return isAsked && !asked.isOfSeller ? addressOfNamed(prepared, asked) : undefined
}

/** What stands beside the words of the question themselves, where all places with them say the same. */
function echoedAnswer(prepared: PreparedDocument, asked: Sought): Finding | undefined {
  const found = echoFindings(prepared, asked)
  const [best] = found.toSorted((a, b) => b.score - a.score)
  return new Set(found.map(({ value }) => value)).size === 1 ? best : undefined
}

function ofField(
  prepared: PreparedDocument,
  known: Known,
  asked: Sought & { readonly field: BusinessField },
): Finding | Missing | undefined {
  const { field, question } = asked
  if (asked.party) return findOfParty(prepared, asked, field)
  if (field.name === 'tax') return taxOf(prepared, known('tax'), asked)
  if (amounts.has(field.name) && question.type === 'number') return known(field.name)
  if (onlyKnown.has(field.name)) return asAsked(prepared.document, known(field.name), question)
  return besideLabel(prepared, asked) ?? unlabelledAnswer(prepared, known, asked)
}

function besideLabel(
  prepared: PreparedDocument,
  asked: Sought & { readonly field: BusinessField },
): Finding | undefined {
  const { field, question } = asked
  const labelled = labelledAnswer(prepared, asked)
  // A word for an amount may head something else: `Trasporto: franco destino`.
  if (!labelled && isAmountOf(field.kind) && question.type === 'text')
    return labelledAnswer(prepared, { ...asked, field: undefined })
  if (field.name !== 'date' || (labelled?.score ?? 1) >= plainly) return labelled
  return findWrittenDate(prepared, question.type) ?? labelled
}

const stay = new Set(wordsInAll('stayWords').map(fold))

/** The first day of a period that a document is about is no day of somebody's arrival. */
const isOfStay = ({ field, words }: Sought): boolean =>
  (field?.name.startsWith('period') ?? false) && words.flat().some((word) => stay.has(word))

/** A label that scores less says more than the name of the field. */
const plainly = 0.8

/** Of a document that says that it has no tax, only an amount that adds up is one. */
function taxOf(
  prepared: PreparedDocument,
  tax: Finding | undefined,
  asked: Sought,
): Finding | Missing | undefined {
  const exemption = tax?.addsUp ? undefined : findExemption(prepared)
  if (exemption) return exemption
  return asked.question.type === 'number' ? tax : labelledAnswer(prepared, asked)
}

function labelledAnswer(prepared: PreparedDocument, asked: Sought): Finding | undefined {
  const [best] = labelledFindings(prepared, asked, asked.meanings)
  return best && best.score >= minScore ? best : undefined
}

function unlabelledAnswer(
  prepared: PreparedDocument,
  known: Known,
  { field, ...asked }: Sought & { readonly field: BusinessField },
): Finding | Missing | undefined {
  if (amounts.has(field.name)) return undefined
  if (field.name === 'date') return findOnlyDate(prepared, asked.question.type)
  if (field.name === 'payment-method') return findPaymentMethod(prepared, known('total'))
  return (
    asAsked(prepared.document, partOf(known, asked.isOfSeller === true, field), asked.question) ??
    findUnlabelled(prepared, field.name, known('seller-name')) ??
    whyNoIban(prepared, field)
  )
}

/** What is printed as an account, although its check digits tell that it was read or written wrong. */
function whyNoIban({ rows }: PreparedDocument, { name }: BusinessField): Missing | undefined {
  if (name !== 'iban') return undefined
  const value = rows
    .flatMap(({ cells }) => cells)
    .map(({ text }) => findWrongIban(text))
    .find((found) => found !== undefined)
  return value === undefined
    ? undefined
    : { missing: { kind: 'wrong-checksum', number: 'iban', value } }
}

/** Fields that several parts of a document tell better than one label does. */
const onlyKnown: ReadonlySet<string> = new Set([
  ...['seller-name', 'tax-rate', 'bank-name'],
  ...['customer-address', 'delivery-address', 'period-start', 'period-end'],
])

/** The parts of an address are the seller's where the question or the kind of document says so. */
function partOf(known: Known, isOfSeller: boolean, { name }: BusinessField): Finding | undefined {
  const isPart = name === 'street' || name === 'city' || name === 'postcode'
  return isPart && !isOfSeller && !known('total') ? undefined : known(name)
}

/** How many of something there are is nowhere printed, unless a label says so. */
const isCount = ({ prompt, key }: Question): boolean =>
  /\b(?:how many|number of|count of)\b.{0,20}\b(?:line|item|row|position|entr|page)|(?:line|row)s?[ _]?(?:items?[ _]?)?count|items?[ _]count/i.test(
    `${prompt} ${key}`,
  )
