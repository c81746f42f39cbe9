import type { Confidence, ConfidenceTree, WordConfidenceTree } from '@recto/provider-spec/answer'
import { getLogOddsShift, shiftScore } from '../confidence/confidence-score.ts'
import type { JudgedCheck } from './judge-checks.ts'

/**
 * Estimated, not measured: probability that a document with correct values breaks a check of its
 * project.
 */
const contradictionRateOfCorrect = 0.02

/**
 * Estimated, not measured: probability that wrong values satisfy a check by chance; low for two
 * equal sums, high for an order of two dates.
 */
const confirmationRateOfWrong = { equation: 0.02, other: 0.6 }

/**
 * Updates confidences after checks have been judged, by Bayes' rule. A contradicted check means
 * that at least one of its values is wrong, most likely the least confident; a confirmed check
 * supports all of them. The values of a check are assumed to be wrong independently of each other.
 * `confidences` are 0 to 1, by key; a field without a value is left out, and its checks change nothing.
 */
export function adjustConfidences(
  confidences: ReadonlyMap<string, number>,
  outcomes: readonly JudgedCheck[],
): ReadonlyMap<string, number> {
  const adjustedConfidences = new Map(confidences)
  for (const outcome of outcomes) adjustByOutcome(adjustedConfidences, outcome)
  return adjustedConfidences
}

function adjustByOutcome(
  confidences: Map<string, number>,
  { fields, outcome, isEquation }: JudgedCheck,
): void {
  const previousConfidences = fields.flatMap((key) => confidences.get(key) ?? [])
  if (outcome === 'not_judged' || previousConfidences.length < fields.length) return
  const allCorrect = previousConfidences.reduce((product, confidence) => product * confidence, 1)
  const confirmationRate = isEquation
    ? confirmationRateOfWrong.equation
    : confirmationRateOfWrong.other
  const [likelihoodIfCorrect, likelihoodIfWrong] =
    outcome === 'confirmed'
      ? [1 - contradictionRateOfCorrect, confirmationRate]
      : [contradictionRateOfCorrect, 1 - confirmationRate]
  const evidence = allCorrect * likelihoodIfCorrect + (1 - allCorrect) * likelihoodIfWrong
  fields.forEach((key, index) => {
    const correctWhileOthersWrong = (previousConfidences[index] ?? 0) - allCorrect
    confidences.set(
      key,
      (allCorrect * likelihoodIfCorrect + correctWhileOthersWrong * likelihoodIfWrong) / evidence,
    )
  })
}

/**
 * Returns a confidence with a new whole: its parts shift by the same amount, and no word is more
 * confident than its value.
 */
export function shiftConfidence(confidence: Confidence, whole: number): Confidence {
  const shift = getLogOddsShift(confidence.whole, whole)
  const parts = mapTree(confidence.parts, (part) => shiftScore(part, shift))
  const isLower = whole < confidence.whole
  const shiftedWhole = shiftScore(confidence.whole, shift)
  return {
    whole: shiftedWhole,
    parts,
    words: isLower ? capWordConfidences(confidence.words, shiftedWhole) : confidence.words,
  }
}

function mapTree(tree: ConfidenceTree, map: (part: number) => number): ConfidenceTree {
  if (tree === null) return null
  if (typeof tree === 'number') return map(tree)
  if (Array.isArray(tree))
    return (tree as readonly ConfidenceTree[]).map((part) => mapTree(part, map))
  return Object.fromEntries(Object.entries(tree).map(([key, part]) => [key, mapTree(part, map)]))
}

function capWordConfidences(tree: WordConfidenceTree, maxConfidence: number): WordConfidenceTree {
  if (tree === null) return null
  if (Array.isArray(tree)) {
    return (tree as readonly (WordConfidenceTree | ScoredWord)[]).map((part) =>
      isScoredWord(part)
        ? { ...part, confidence: Math.min(Number(part.confidence), maxConfidence).toFixed(2) }
        : capWordConfidences(part, maxConfidence),
    ) as WordConfidenceTree
  }
  return Object.fromEntries(
    Object.entries(tree).map(([key, part]) => [key, capWordConfidences(part, maxConfidence)]),
  ) as WordConfidenceTree
}

type ScoredWord = { readonly confidence: string; readonly text: string }

const isScoredWord = (part: unknown): part is ScoredWord =>
  typeof part === 'object' &&
  part !== null &&
  'text' in part &&
  'confidence' in part &&
  typeof part.text === 'string' &&
  typeof part.confidence === 'string'
