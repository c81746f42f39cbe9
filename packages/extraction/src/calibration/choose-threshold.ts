import { upperBound } from './binomial-bound.ts'
import type { Judged } from './judged.ts'

/** Threshold, with the values that pass without review according to known results. */
type Found = {
  /** Minimum confidence of values that pass. */
  readonly threshold: number
  /** Share of the known results that pass, 0 to 1. */
  readonly share: number
  /**
   * Upper bound of wrong values per thousand that pass; it is exceeded with a probability of
   * `risk`.
   */
  readonly mostWrong: number
}

/** Maximum probability that the target is missed. */
export const usualRisk = 0.05

/** Number of test sequences that begin at different sizes; they share the risk equally. */
const beginnings = 3

/** Factor by which the number of passing values grows from test to test. */
const growth = 1.1

type Promise = {
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
  truths: readonly Judged[],
  { wrongPerThousand, risk = usualRisk }: Promise,
): Found | undefined {
  const rate = wrongPerThousand / 1000
  if (rate <= 0) return undefined
  if (rate >= 1) return { threshold: 0, share: 1, mostWrong: 1000 }
  const cuts = cutsOf(truths)
  const riskOfEach = risk / beginnings
  const fewest = fewestRight({ wrongPerThousand, risk })
  let best: Found | undefined
  for (let beginning = 0; beginning < beginnings; beginning++) {
    const found = walk(cuts, { fewest: fewest * 2 ** beginning, rate, risk: riskOfEach })
    if (found && found.share > (best?.share ?? 0)) best = found
  }
  return best
}

/**
 * Returns the minimum number of values, all of them right, that can guarantee a target above 0 and
 * below 1000 per thousand.
 */
export function fewestRight({ wrongPerThousand, risk = usualRisk }: Promise): number {
  return Math.ceil(Math.log(risk / beginnings) / Math.log1p(-wrongPerThousand / 1000))
}

type Cut = { readonly threshold: number; readonly count: number; readonly wrong: number }

/** Returns what passes at each distinct confidence, in descending order. */
function cutsOf(truths: readonly Judged[]): readonly Cut[] {
  const falling = truths.toSorted((a, b) => b.confidence - a.confidence)
  const cuts: Cut[] = []
  let wrong = 0
  for (const [place, { confidence, isRight }] of falling.entries()) {
    if (!isRight) wrong += 1
    // Values of equal confidence pass together.
    if (falling[place + 1]?.confidence === confidence) continue
    cuts.push({ threshold: confidence, count: place + 1, wrong })
  }
  return cuts
}

type Test = { readonly fewest: number; readonly rate: number; readonly risk: number }

function walk(cuts: readonly Cut[], { fewest, rate, risk }: Test): Found | undefined {
  const all = cuts.at(-1)?.count ?? 0
  let found: Found | undefined
  let wanted = fewest
  for (const [place, { threshold, count, wrong }] of cuts.entries()) {
    if (count < wanted && place < cuts.length - 1) continue
    const bound = upperBound(wrong, count, risk)
    if (bound > rate) return found
    found = { threshold, share: count / all, mostWrong: Math.round(bound * 10_000) / 10 }
    wanted = Math.max(count + 1, Math.ceil(count * growth))
  }
  return found
}
