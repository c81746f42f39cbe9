import { upperBound } from './binomial-bound.ts'
import type { Judged } from './judged.ts'

/** What passes without review at a confidence, as far as truths can tell. */
type Found = {
  /** Values that are at least so sure pass. */
  readonly threshold: number
  /** Of the truths, 0 to 1. */
  readonly share: number
  /** Of a thousand that pass; with `risk` there are more. */
  readonly mostWrong: number
}

/** How likely a promise may be broken. */
export const usualRisk = 0.05

/** At how many sizes a sequence of tests begins; each has its part of the risk. */
const beginnings = 3

/** Each test of a sequence lets so much more pass than the one before. */
const growth = 1.1

type Promise = {
  /** At most so many wrong values of a thousand that pass. */
  readonly wrongPerThousand: number
  readonly risk?: number
}

/**
 * From which confidence on values can pass without review so that at most so many of a thousand are wrong; `undefined`
 * where the truths cannot promise that of any. The promise is about values like these, and is broken with
 * `risk` at most.
 *
 * Sizes of what passes are tested in an order that does not depend on what is right, the surest values first, and the
 * first test that fails ends its sequence: then no correction for their number is needed. As the very first ones may
 * fail by chance, several sequences begin at different sizes and share the risk. (Fixed-sequence testing as in Angelopoulos,
 * Bates, Candès, Jordan and Lei, “Learn then test: calibrating predictive algorithms to achieve risk control”,
 * 2021, with the bound of Clopper and Pearson.)
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

/** As many as must be right, without exception, to promise anything. The promise is of more than none and less than all. */
export function fewestRight({ wrongPerThousand, risk = usualRisk }: Promise): number {
  return Math.ceil(Math.log(risk / beginnings) / Math.log1p(-wrongPerThousand / 1000))
}

type Cut = { readonly threshold: number; readonly count: number; readonly wrong: number }

/** What passes at each confidence that there is, the highest first. */
function cutsOf(truths: readonly Judged[]): readonly Cut[] {
  const falling = truths.toSorted((a, b) => b.confidence - a.confidence)
  const cuts: Cut[] = []
  let wrong = 0
  for (const [place, { confidence, isRight }] of falling.entries()) {
    if (!isRight) wrong += 1
    // Those that are equally sure pass together.
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
