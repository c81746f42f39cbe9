import type { DocumentText } from '@recto/document-text/model'
import type { FieldType, Json, Question } from '@recto/provider-spec/answer'
import { withoutStruck } from '../../values/struck-words.ts'
import { toMeantQuestion } from '../concepts/meant-question.ts'
import { type FieldQuestion, toFieldQuestion } from '../field-question.ts'
import { type PreparedDocument, prepareDocument } from '../prepare-document.ts'
import type { Finding } from '../read-typed-value.ts'
import { straightenPages } from '../straighten-pages.ts'
import { type CandidateSignals, computeCandidateSignals, toValueKey } from './candidate-signals.ts'
import { contradictsQuestion } from './contradicts-question.ts'
import { getDocumentWords } from './document-words.ts'
import { listCandidates } from './list-candidates.ts'
import weights from './weights.json' with { type: 'json' }

export type { CandidateSignals } from './candidate-signals.ts'

/** A value with the probability that it is what the question asks for, 0 to 1. */
export type RankedValue = {
  readonly finding: Finding
  readonly likelihood: number
  /** Whether the words around it show that it answers another question. */
  readonly isContradicted: boolean
  /** The share of the question that its own words say. */
  readonly own: number
}

type ScoredCandidate = Omit<RankedValue, 'likelihood'> & { readonly signals: CandidateSignals }

const signalWeights: Readonly<Record<string, number>> = weights.signals
const noneWeights: Readonly<Record<string, number>> = weights.noAnswer

const rankedByDocument = new WeakMap<
  PreparedDocument,
  WeakMap<FieldQuestion, readonly RankedValue[]>
>()

/**
 * Ranks the values of a document that may answer a question, most likely first. The likelihoods of all values and of
 * "the document does not say it" add up to 1: a conditional logit model (McFadden, 1974), whose weights
 * `tools/fit-ranking.ts` fits on documents with questions.
 */
function rankCandidates(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): readonly RankedValue[] {
  const rankedByQuestion =
    rankedByDocument.get(preparedDocument) ?? new WeakMap<FieldQuestion, readonly RankedValue[]>()
  rankedByDocument.set(preparedDocument, rankedByQuestion)
  const cachedValues = rankedByQuestion.get(fieldQuestion)
  if (cachedValues) return cachedValues
  const candidates = scoreCandidates(preparedDocument, fieldQuestion)
  const scores = candidates.map(({ signals }) => computeScore(signals))
  const noneScore = computeNoneScore(fieldQuestion.question.type, candidates)
  const maxScore = Math.max(noneScore, ...scores)
  const odds = scores.map((score) => Math.exp(score - maxScore))
  const sum = odds.reduce((total, one) => total + one, Math.exp(noneScore - maxScore))
  const likelyCandidates = candidates.map(({ signals: _, ...candidate }, index) => ({
    ...candidate,
    likelihood: (odds[index] ?? 0) / sum,
  }))
  const rankedValues = [
    ...Map.groupBy(likelyCandidates, ({ finding }) => toValueKey(finding.value)).values(),
  ]
    .map(mergeSameValues)
    .filter((value) => value !== undefined)
    .toSorted((a, b) => b.likelihood - a.likelihood)
  rankedByQuestion.set(fieldQuestion, rankedValues)
  return rankedValues
}

/** The best of the candidates with the same value, with the likelihood of all. */
function mergeSameValues(values: readonly RankedValue[]): RankedValue | undefined {
  const [best] = values.toSorted((a, b) => b.likelihood - a.likelihood)
  return best && { ...best, likelihood: values.reduce((sum, one) => sum + one.likelihood, 0) }
}

function scoreCandidates(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): readonly ScoredCandidate[] {
  const candidates = listCandidates(preparedDocument, fieldQuestion)
  const valueCounts = new Map<string, number>()
  for (const { finding } of candidates) {
    const key = toValueKey(finding.value)
    valueCounts.set(key, (valueCounts.get(key) ?? 0) + 1)
  }
  const context = {
    preparedDocument,
    fieldQuestion,
    documentWords: getDocumentWords(preparedDocument),
    valueCounts,
  }
  const question = toMeantQuestion(fieldQuestion.question, preparedDocument.dateOrder)
  const { titleTokens } = context.documentWords
  return candidates.map((candidate) => {
    const signals = computeCandidateSignals(candidate, context)
    return {
      finding: candidate.finding,
      isContradicted: contradictsQuestion(candidate, question, titleTokens),
      own: signals.own,
      signals,
    }
  })
}

const computeScore = (signals: CandidateSignals): number =>
  Object.entries(signalWeights).reduce(
    (sum, [name, weight]) => sum + weight * (signals[name] ?? 0),
    0,
  )

/** What speaks for no answer: the type of the question, and how much of it the best candidate says. */
export const toNoneSignals = (
  type: FieldType,
  candidates: readonly Pick<ScoredCandidate, 'signals'>[],
): Readonly<Record<string, number>> => ({
  always: 1,
  isNumber: type === 'number' ? 1 : 0,
  isDate: type === 'date' ? 1 : 0,
  isText: type === 'text' ? 1 : 0,
  isBoolean: type === 'boolean' ? 1 : 0,
  bestOwn: Math.max(0, ...candidates.map(({ signals }) => signals.own)),
})

function computeNoneScore(type: FieldType, candidates: readonly ScoredCandidate[]): number {
  return Object.entries(toNoneSignals(type, candidates)).reduce(
    (sum, [name, value]) => sum + (noneWeights[name] ?? 0) * value,
    0,
  )
}

/** Minimum likelihood of an answer. */
const minLikelihood = 0.45
/** Maximum likelihood of another value, as a share of that of the answer: of one whose own words say less, or as much. */
const maxShareOfNext = 0.6
const maxShareOfEqual = 0.25

/** Finds the most likely value, if it is likely enough, and no other value comes near. */
export function findLikelyValue(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): Finding | undefined {
  // The words of a box answer for themselves alone.
  if (fieldQuestion.question.type === 'boolean') return undefined
  const [best, ...otherValues] = rankCandidates(preparedDocument, fieldQuestion)
  if (!best || best.isContradicted || best.likelihood < minLikelihood) return undefined
  const { finding, likelihood, own } = best
  const isTied = otherValues.some(
    (value) => value.likelihood > (value.own < own ? maxShareOfNext : maxShareOfEqual) * likelihood,
  )
  if (isTied) return undefined
  return { ...finding, score: likelihood, likelihood, isPartly: true }
}

/** The likelihood of a value that was found otherwise; undefined if it is none of the candidates. */
export const findLikelihood = (
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  value: Json,
): number | undefined =>
  rankCandidates(preparedDocument, fieldQuestion).find(
    ({ finding }) => toValueKey(finding.value) === toValueKey(value),
  )?.likelihood

/** A candidate as `tools/fit-ranking.ts` uses it. */
export type CandidateOfFit = { readonly value: Json; readonly signals: CandidateSignals }

/** Lists the candidates for a question with their signals, to fit the weights. */
export function listCandidatesOfFit(
  document: DocumentText,
  question: Question,
): readonly CandidateOfFit[] {
  const fieldQuestion = toFieldQuestion(question)
  const preparedDocument = prepareDocument(
    straightenPages(withoutStruck(document)),
    fieldQuestion.phrases,
  )
  return scoreCandidates(preparedDocument, fieldQuestion).map(({ finding, signals }) => ({
    value: finding.value,
    signals,
  }))
}
