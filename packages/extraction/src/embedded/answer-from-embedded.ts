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
import { supportOf } from '../align/support.ts'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { keyToWords } from '../values/fold.ts'
import { answerLines, explainEmbedded } from './answer-lines.ts'
import { machineReadableZones } from './machine-readable-zone.ts'
import { meantTerms } from './meant-terms.ts'
import { valuesNamed } from './named-values.ts'
import { saysSame, typedEmbedded } from './typed-embedded.ts'

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
  ofFile: EmbeddedData,
  questions: readonly Question[],
): Promise<readonly EmbeddedAnswer[]> {
  const zones = machineReadableZones(document)
  const data = {
    values: [...ofFile.values, ...zones.values],
    problems: [...ofFile.problems, ...zones.problems],
  }
  // Most documents have no embedded data, so the meaning of their questions is not computed.
  if (data.values.length === 0 && !ofFile.lines?.length) return []
  const found = questions.flatMap((question) => findFor(data, question) ?? [])
  const lists = questions.flatMap((question) => answerLines(document, ofFile, question) ?? [])
  if (found.length === 0) return lists
  const printed = await answerWithoutModel(
    document,
    found.map(({ question }) => question),
  )
  const settled = found.map((one, index) =>
    settle(document, { ...one, printed: printed[index] ?? null }),
  )
  return [...settled, ...lists]
}

type Found = {
  /** All embedded data of the document. */
  readonly data: EmbeddedData
  readonly question: Question
  readonly value: Exclude<Json, null>
  /** Values that agree with the answer, then those that differ. */
  readonly agreeing: readonly EmbeddedValue[]
  readonly others: readonly EmbeddedValue[]
  readonly problems: readonly EmbeddedProblem[]
}

function findFor(data: EmbeddedData, question: Question): Found | undefined {
  const { type } = question
  for (const term of meantTerms(question)) {
    const said = data.values.filter((value) => value.term === term)
    const values = said.filter((value) => typedEmbedded(value, type) !== undefined)
    if (values.length > 0) return foundIn(data, question, values)
  }
  return foundIn(data, question, valuesNamed(data, question))
}

function foundIn(
  data: EmbeddedData,
  question: Question,
  values: readonly EmbeddedValue[],
): Found | undefined {
  const { type } = question
  const value = values[0] && typedEmbedded(values[0], type)
  if (value === undefined) return undefined
  const isSame = (one: EmbeddedValue) => saysSame(type, typedEmbedded(one, type) ?? null, value)
  return {
    data,
    question,
    value,
    problems: data.problems.filter((problem) => isAbout(problem, values)),
    agreeing: values.filter(isSame),
    others: values.filter((one) => !isSame(one)),
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

type Settling = Found & { readonly printed: Answer | null }

function settle(document: DocumentText, found: Settling): EmbeddedAnswer {
  const { question, value, agreeing, others, problems } = found
  const firstPage = document.pages[0]?.number ?? 0
  const [first] = agreeing
  const aligned = alignedIn(document, question, value)
  const inPrint = contradictionInPrint(found, aligned)
  const against: readonly Evidence[] = [
    ...others.map((one) => contradicting(evidenceOfData(one, firstPage))),
    ...inPrint.map(contradicting),
    ...problems.map(({ source, text }) =>
      contradicting({
        page: firstPage,
        boxes: [],
        quote: text,
        match: 'exact',
        source: source ?? '',
      }),
    ),
  ]
  const evidence = [
    ...agreeing.map((one) => evidenceOfData(one, firstPage)),
    ...(inPrint.length > 0 ? [] : aligned),
    ...against,
  ]
  const isConfirmed = aligned.length > 0
  const whole =
    against.length > 0
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
      note: against.length > 0 ? noteOf(evidence) : undefined,
    }),
  }
}

const contradicting = (evidence: Evidence): Evidence => ({ ...evidence, contradicts: true })

const evidenceOfData = (value: EmbeddedValue, firstPage: number): Evidence => ({
  page: value.place.page ?? firstPage,
  boxes: value.place.box ? [value.place.box] : [],
  quote: value.shown ?? value.value,
  match: 'exact',
  source: nameOfEmbedded(value),
})

/** Finds the printed positions of the value. */
function alignedIn(document: DocumentText, question: Question, value: Json): readonly Evidence[] {
  const near = `${keyToWords(question.key)} ${question.prompt}`
  const evidence = alignValue(document, value, question.type, { near })
  // The value is a scalar, so its evidence is a flat list.
  return (evidence ?? []) as readonly Evidence[]
}

/**
 * Returns where the print contradicts the data: the labels lead to a different value, and the
 * data's value is not printed, or is printed farther from the question's words. The page of a file
 * that is itself data does not count as print.
 */
function contradictionInPrint(
  { data, question, value, agreeing, printed }: Settling,
  aligned: readonly Evidence[],
): readonly Evidence[] {
  const isPrint = agreeing.some(
    ({ source, place }) =>
      // A form field shows the value that it contains.
      source !== 'form' && (place.attachment !== undefined || place.page !== undefined),
  )
  if (!isPrint || !printed || printed.value === null) return []
  if (saysSame(question.type, printed.value, value)) return []
  // Some labels are easily confused, such as those of the total and of the amount due.
  if (isOfAnother(data, question, printed.value)) return []
  if (!isAlike(value, printed.value)) return []
  const isElsewhere = aligned.length === 0 || supportOf(aligned)?.isOutdone === true
  const places = (printed.evidence ?? []) as readonly Evidence[]
  // A value that was inferred from other words is not printed.
  const isSaid = places.every(({ match }) => match === 'exact' || match === 'normalised')
  return isElsewhere && isSaid ? places : []
}

/**
 * Whether a text is an identifier, such as an account number: an amount or a sentence cannot
 * contradict it.
 */
const isIdentifier = (text: string) => /^[\p{L}\p{N}/._#-]{4,}$/u.test(text) && /\d/.test(text)

/** Whether both could be values of the same field. */
const isAlike = (value: Json, printed: Json) =>
  typeof value !== 'string' ||
  !isIdentifier(value) ||
  isIdentifier(String(printed).replace(/\s+/g, ''))

/** Whether the printed value is the data's value of another field. */
const isOfAnother = ({ values }: EmbeddedData, { type }: Question, printed: Json) =>
  values.some((value) => saysSame(type, typedEmbedded(value, type) ?? null, printed))

function noteOf(evidence: readonly Evidence[]): string {
  const says = ({ source, page, quote }: Evidence) =>
    source === undefined ? `page ${page + 1} says “${quote}”` : `${source} says “${quote}”`
  const [first] = evidence
  const others = evidence.filter(({ contradicts }) => contradicts)
  return `It is contradicted: ${[...(first ? [first] : []), ...others].map(says).join(', ')}.`
}
