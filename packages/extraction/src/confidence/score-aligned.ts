import type { DocumentText } from '@recto/document-text/model'
import type { FieldType } from '@recto/provider-spec/answer'
import { getHaystack, type Haystack } from '../align/haystack.ts'
import { getSupport } from '../align/support.ts'
import type { ScoreConfidence } from './compute-confidence.ts'
import { getConfidenceScore } from './confidence-score.ts'
import { getValueSignals, getWordSignals, type ScoredScalar, type Signals } from './signals.ts'

/** Judges values that `alignValue` has found in the document. */
export function createAlignedScorer(document: DocumentText, type: FieldType): ScoreConfidence {
  return (value, evidence) =>
    getConfidenceScore(getAlignedSignals(document, { value, evidence, type }), 'aligned')
}

type AlignedValue = {
  readonly value: ScoredScalar
  readonly evidence: Parameters<ScoreConfidence>[1]
  readonly type: FieldType
}

/** Computes the signals of a value that `alignValue` has found. */
export function getAlignedSignals(
  document: DocumentText,
  { value, evidence, type }: AlignedValue,
): Signals {
  const haystack = getHaystack(document)
  const support = getSupport(evidence)
  const nearness = support?.nearness ?? 0
  return {
    ...getWordSignals(evidence),
    ...getValueSignals({
      value,
      type,
      quote: evidence[0]?.quote ?? '',
      isDecimalMarkKnown: haystack.decimalMark !== undefined,
      isDateOrderKnown: haystack.dateOrder !== undefined,
    }),
    label: nearness / (1 + nearness),
    unlabelled: nearness === 0 ? 1 : 0,
    outranked: support?.isOutranked ? 1 : 0,
    places: Math.log(Math.max(support?.positionCount ?? 1, 1)),
    addsUp: typeof value === 'number' && isSumOfOthers(getAmounts(haystack), value) ? 1 : 0,
  }
}

/** Maximum number of amounts: with more, any amount is the sum of some others. */
const maxAmounts = 400

const amountsByHaystack = new WeakMap<Haystack, ReadonlySet<number>>()

/** Returns the amounts of the document in cents; empty when it has too many. */
function getAmounts(haystack: Haystack): ReadonlySet<number> {
  const cachedAmounts = amountsByHaystack.get(haystack)
  if (cachedAmounts) return cachedAmounts
  const cents = new Set<number>()
  for (const { match } of haystack.numbers()) {
    if (match.hasDecimals && !match.isPercent) cents.add(Math.round(match.value * 100))
    if (cents.size > maxAmounts) break
  }
  const amounts = cents.size > maxAmounts ? new Set<number>() : cents
  amountsByHaystack.set(haystack, amounts)
  return amounts
}

function isSumOfOthers(amounts: ReadonlySet<number>, value: number): boolean {
  const cents = Math.round(value * 100)
  if (!amounts.has(cents)) return false
  for (const amount of amounts) {
    if (amount <= 0 || 2 * amount === cents) continue
    if (amounts.has(cents - amount) || amounts.has(cents + amount)) return true
  }
  return false
}
