import { upperBound } from './binomial-bound.ts'
import type { CalibrationSample } from './isotonic.ts'

/** Threshold, with the values that pass without review according to known results. */
type ThresholdChoice = {
  /** Minimum confidence of values that pass. */
  readonly threshold: number
  /** Share of the known results that pass, 0 to 1. */
  readonly share: number
  /**
   * Upper bound of wrong values per thousand that pass; it is exceeded with a probability of
   * `risk`.
   */
  readonly maxWrongPerThousand: number
}

/** Maximum probability that the target is missed. */
export const defaultRisk = 0.05

/** Number of test sequences that begin at different sizes; they share the risk equally. */
const sequenceCount = 3

/** Factor by which the number of passing values grows from test to test. */
const growth = 1.1

type ErrorTarget = {
  /** Maximum number of wrong values per thousand that pass. */
  readonly wrongPerThousand: number
  readonly risk?: number
}

/**
 * Chooses the minimum confidence of values that pass without review so that the error rate target
 * is met; `undefined` when the known results cannot guarantee it for any. The guarantee applies to
 * values like these, and fails with a probability of at most `risk`.
 *
 * Sizes of the passing set are tested in an order that does not depend on which values are right,
 * most confident values first, and the first test that fails ends its sequence: then no correction
 * for the number of tests is needed. Because the first tests may fail by chance, several sequences
 * begin at different sizes and share the risk. (Fixed-sequence testing as in Angelopoulos, Bates,
 * Candès, Jordan and Lei, “Learn then test: calibrating predictive algorithms to achieve risk
 * control”, 2021, with the bound of Clopper and Pearson.)
 */
export function chooseThreshold(
  samples: readonly CalibrationSample[],
  { wrongPerThousand, risk = defaultRisk }: ErrorTarget,
): ThresholdChoice | undefined {
  const rate = wrongPerThousand / 1000
  if (rate <= 0) return undefined
  if (rate >= 1) return { threshold: 0, share: 1, maxWrongPerThousand: 1000 }
  const cuts = toCuts(samples)
  const riskOfEach = risk / sequenceCount
  const minRight = minRightCount({ wrongPerThousand, risk })
  let bestChoice: ThresholdChoice | undefined
  for (let sequence = 0; sequence < sequenceCount; sequence++) {
    const choice = testSequence(cuts, {
      minStartCount: minRight * 2 ** sequence,
      rate,
      risk: riskOfEach,
    })
    if (choice && choice.share > (bestChoice?.share ?? 0)) bestChoice = choice
  }
  return bestChoice
}

/**
 * Returns the minimum number of values, all of them right, that can guarantee a target above 0 and
 * below 1000 per thousand.
 */
export function minRightCount({ wrongPerThousand, risk = defaultRisk }: ErrorTarget): number {
  return Math.ceil(Math.log(risk / sequenceCount) / Math.log1p(-wrongPerThousand / 1000))
}

type Cut = { readonly threshold: number; readonly count: number; readonly wrong: number }

/** Returns the number of passing values at each distinct confidence, in descending order. */
function toCuts(samples: readonly CalibrationSample[]): readonly Cut[] {
  const sortedSamples = samples.toSorted((a, b) => b.confidence - a.confidence)
  const cuts: Cut[] = []
  let wrong = 0
  for (const [index, { confidence, isRight }] of sortedSamples.entries()) {
    if (!isRight) wrong += 1
    // Values of equal confidence pass together.
    if (sortedSamples[index + 1]?.confidence === confidence) continue
    cuts.push({ threshold: confidence, count: index + 1, wrong })
  }
  return cuts
}

type SequenceTest = { readonly minStartCount: number; readonly rate: number; readonly risk: number }

function testSequence(
  cuts: readonly Cut[],
  { minStartCount, rate, risk }: SequenceTest,
): ThresholdChoice | undefined {
  const all = cuts.at(-1)?.count ?? 0
  let choice: ThresholdChoice | undefined
  let minCount = minStartCount
  for (const [index, { threshold, count, wrong }] of cuts.entries()) {
    if (count < minCount && index < cuts.length - 1) continue
    const bound = upperBound(wrong, count, risk)
    if (bound > rate) return choice
    choice = { threshold, share: count / all, maxWrongPerThousand: Math.round(bound * 10_000) / 10 }
    minCount = Math.max(count + 1, Math.ceil(count * growth))
  }
  return choice
}
