import {
  type EmbeddedData,
  type EmbeddedProblem,
  type EmbeddedValue,
  nameOfEmbedded,
} from '@recto/document-text/embedded'
import type { DocumentText } from '@recto/document-text/model'
import { omitUndefined } from '@recto/omit-undefined'
import type { Answer, Evidence, Json, Question } from '@recto/provider-spec/answer'
import { alignValue } from '../align/align-value.ts'
import { lazy } from '../align/lazy.ts'
import { getSupport } from '../align/support.ts'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { prepareDocument } from '../built-in/prepare-document.ts'
import {
  findRequestedRole,
  isRoleOfDocument,
  type RequestedRole,
} from '../built-in/requested-role.ts'
import { keyToWords } from '../values/fold.ts'
import { answerLines, explainEmbedded } from './answer-lines.ts'
import { readMachineReadableZones } from './machine-readable-zone.ts'
import { findFieldTerms, findMeantTerms } from './meant-terms.ts'
import { findNamedValues } from './named-values.ts'
import { areSameValues, convertEmbedded } from './typed-embedded.ts'

export type EmbeddedAnswer = Answer & {
  /** Note for people that names contradicting sources. */
  readonly note?: string
}

/**
 * Confidence by the agreement of sources. Embedded data is exact; when another source contradicts
 * it, either may be wrong.
 */
const confidences = { confirmed: 0.99, alone: 0.95, contradicted: 0.5 }

/**
 * Answers the questions that a document's embedded data clearly answers, without a model; other
 * questions are left out. The evidence names the source, then the printed positions of the same
 * value. Another source or print with a different value is added as contradicting evidence: neither
 * is hidden.
 */
export async function answerFromEmbedded(
  document: DocumentText,
  fileData: EmbeddedData,
  questions: readonly Question[],
): Promise<readonly EmbeddedAnswer[]> {
  const zones = readMachineReadableZones(document)
  const data = {
    values: [...fileData.values, ...zones.values],
    problems: [...fileData.problems, ...zones.problems],
  }
  // Most documents have no embedded data, so the meaning of their questions is not computed.
  if (data.values.length === 0 && !fileData.lines?.length) return []
  const matches = dropUnsupportedRoles(
    document,
    questions.flatMap((question) => findMatch(data, question) ?? []),
  )
  const lists = questions.flatMap((question) => answerLines(document, fileData, question) ?? [])
  if (matches.length === 0) return lists
  const printedAnswers = await answerWithoutModel(
    document,
    matches.map(({ question }) => question),
  )
  const answers = matches.map((match, index) =>
    toEmbeddedAnswer(document, { ...match, printedAnswer: printedAnswers[index] ?? null }),
  )
  return [...answers, ...lists]
}

type EmbeddedMatch = {
  /** All embedded data of the document. */
  readonly data: EmbeddedData
  readonly question: Question
  readonly value: Exclude<Json, null>
  /** Values that agree with the answer, then those that differ. */
  readonly agreeingValues: readonly EmbeddedValue[]
  readonly differingValues: readonly EmbeddedValue[]
  readonly problems: readonly EmbeddedProblem[]
}

function findMatch(data: EmbeddedData, question: Question): EmbeddedMatch | undefined {
  const { type } = question
  const meantTerms = findMeantTerms(question)
  for (const term of meantTerms.length > 0 ? meantTerms : findFieldTerms(question)) {
    const termValues = data.values.filter((value) => value.term === term)
    const values = termValues.filter((value) => convertEmbedded(value, type) !== undefined)
    if (values.length > 0) return toMatch(data, question, values)
  }
  return toMatch(data, question, findNamedValues(data, question))
}

/** Every trade has a seller and a buyer, whatever it is called. */
const isTrader = ({ role }: RequestedRole): boolean =>
  role.words.has('seller') || role.words.has('buyer')

/** Drops the parties that only some documents have: the seller of an invoice is no landlord. */
function dropUnsupportedRoles(
  document: DocumentText,
  matches: readonly EmbeddedMatch[],
): readonly EmbeddedMatch[] {
  const prepare = lazy(() => prepareDocument(document, []))
  return matches.filter(({ question, value, agreeingValues }) => {
    const role = findRequestedRole({ question })
    // The names of form fields and of other data say whom they are about.
    if (!role || isTrader(role) || agreeingValues.some(({ term }) => term === undefined))
      return true
    return isRoleOfDocument(prepare(), role, String(value))
  })
}

function toMatch(
  data: EmbeddedData,
  question: Question,
  values: readonly EmbeddedValue[],
): EmbeddedMatch | undefined {
  const { type } = question
  const value = values[0] && convertEmbedded(values[0], type)
  if (value === undefined) return undefined
  const isSame = (one: EmbeddedValue) =>
    areSameValues(type, convertEmbedded(one, type) ?? null, value)
  return {
    data,
    question,
    value,
    problems: data.problems.filter((problem) => isAbout(problem, values)),
    agreeingValues: values.filter(isSame),
    differingValues: values.filter((one) => !isSame(one)),
  }
}

const isAbout = (problem: EmbeddedProblem, values: readonly EmbeddedValue[]) =>
  values.some(
    ({ term, source, place }) =>
      term !== undefined &&
      problem.terms?.includes(term) &&
      problem.source === source &&
      problem.place.attachment === place.attachment,
  )

type MatchWithPrint = EmbeddedMatch & { readonly printedAnswer: Answer | null }

function toEmbeddedAnswer(document: DocumentText, match: MatchWithPrint): EmbeddedAnswer {
  const { question, value, agreeingValues, differingValues, problems } = match
  const firstPage = document.pages[0]?.number ?? 0
  const [first] = agreeingValues
  const printedEvidence = findPrintedEvidence(document, question, value)
  const printContradictions = findPrintContradictions(match, printedEvidence)
  const contradictions: readonly Evidence[] = [
    ...differingValues.map((one) => markAsContradicting(toDataEvidence(one, firstPage))),
    ...printContradictions.map(markAsContradicting),
    ...problems.map(({ source, text }) =>
      markAsContradicting({
        page: firstPage,
        boxes: [],
        quote: text,
        match: 'exact',
        source: source ?? '',
      }),
    ),
  ]
  const evidence = [
    ...agreeingValues.map((one) => toDataEvidence(one, firstPage)),
    ...(printContradictions.length > 0 ? [] : printedEvidence),
    ...contradictions,
  ]
  const isConfirmed = printedEvidence.length > 0
  const whole =
    contradictions.length > 0
      ? confidences.contradicted
      : isConfirmed
        ? confidences.confirmed
        : confidences.alone
  return {
    key: question.key,
    value,
    evidence,
    confidence: { whole, parts: whole, words: null },
    ...omitUndefined({
      explanation: first && explainEmbedded(first),
      note: contradictions.length > 0 ? describeContradictions(evidence) : undefined,
    }),
  }
}

const markAsContradicting = (evidence: Evidence): Evidence => ({ ...evidence, contradicts: true })

const toDataEvidence = (value: EmbeddedValue, firstPage: number): Evidence => ({
  page: value.place.page ?? firstPage,
  boxes: value.place.box ? [value.place.box] : [],
  quote: value.shown ?? value.value,
  match: 'exact',
  source: nameOfEmbedded(value),
})

/** Finds the printed positions of the value. */
function findPrintedEvidence(
  document: DocumentText,
  question: Question,
  value: Json,
): readonly Evidence[] {
  const questionText = `${keyToWords(question.key)} ${question.prompt}`
  const evidence = alignValue(document, value, question.type, { questionText: questionText })
  // The value is a scalar, so its evidence is a flat list.
  return (evidence ?? []) as readonly Evidence[]
}

/**
 * Returns where the print contradicts the data: the labels lead to a different value, and the
 * data's value is not printed, or is printed farther from the question's words. The page of a file
 * that is itself data does not count as print.
 */
function findPrintContradictions(
  { data, question, value, agreeingValues, printedAnswer }: MatchWithPrint,
  printedEvidence: readonly Evidence[],
): readonly Evidence[] {
  const isPrint = agreeingValues.some(
    ({ source, place }) =>
      // A form field shows the value that it contains.
      source !== 'form' && (place.attachment !== undefined || place.page !== undefined),
  )
  if (!isPrint || !printedAnswer || printedAnswer.value === null) return []
  if (areSameValues(question.type, printedAnswer.value, value)) return []
  // Some labels are easily confused, such as those of the total and of the amount due.
  if (isValueOfOtherField(data, question, printedAnswer.value)) return []
  if (!canBeSameField(value, printedAnswer.value)) return []
  const isElsewhere =
    printedEvidence.length === 0 || getSupport(printedEvidence)?.isOutranked === true
  const positions = (printedAnswer.evidence ?? []) as readonly Evidence[]
  // A value that was inferred from other words is not printed.
  const isPrinted = positions.every(({ match }) => match === 'exact' || match === 'normalised')
  return isElsewhere && isPrinted ? positions : []
}

/**
 * Whether a text is an identifier, such as an account number: an amount or a sentence cannot
 * contradict it.
 */
const isIdentifier = (text: string) => /^[\p{L}\p{N}/._#-]{4,}$/u.test(text) && /\d/.test(text)

/** Whether both could be values of the same field. */
const canBeSameField = (value: Json, printedValue: Json) =>
  typeof value !== 'string' ||
  !isIdentifier(value) ||
  isIdentifier(String(printedValue).replace(/\s+/g, ''))

/** Whether the printed value is the data's value of another field. */
const isValueOfOtherField = ({ values }: EmbeddedData, { type }: Question, printedValue: Json) =>
  values.some((value) => areSameValues(type, convertEmbedded(value, type) ?? null, printedValue))

function describeContradictions(evidence: readonly Evidence[]): string {
  const describeStatement = ({ source, page, quote }: Evidence) =>
    source === undefined ? `page ${page + 1} says “${quote}”` : `${source} says “${quote}”`
  const [first] = evidence
  const contradictions = evidence.filter(({ contradicts }) => contradicts)
  return `The value is contradicted: ${[...(first ? [first] : []), ...contradictions].map(describeStatement).join(', ')}.`
}
