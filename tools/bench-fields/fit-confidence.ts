import type { SignName, Signs, SurenessTable } from '@recto/extraction/signs'

/** A value, what speaks for it, and whether it is right. */
export type JudgedSigns = { readonly signs: Signs; readonly isRight: boolean }

/**
 * Prior weight of each signal, in log-odds. The few hundred values move the weights away from it; a
 * signal that none of them has keeps its prior weight.
 */
const priorWeights: Readonly<Record<SignName, number>> = {
  inferred: -0.5,
  normalised: -0.2,
  unsureLetters: -6,
  readLetters: -0.2,
  label: 3,
  unlabelled: -0.5,
  outdone: -1,
  places: -0.1,
  ambiguous: -1,
  implausible: -2,
  addsUp: 1,
}
const rounds = 5_000
const rate = 0.5
type Row = { readonly signs: readonly number[]; readonly target: number }

/** Signals to fit, and the weight of the prior as a number of values. */
export type Fit = { readonly used: readonly SignName[]; readonly belief: number }

/**
 * Logistic regression towards what is believed beforehand, by gradient descent. A weight never takes the other
 * direction: a few values with a plain label that are wrong do not make plain labels a bad sign.
 */
export function fitTable(
  judgedValues: readonly JudgedSigns[],
  { used, belief }: Fit,
): SurenessTable {
  const beliefs = used.map((name) => priorWeights[name])
  const rows: readonly Row[] = judgedValues.map(({ signs, isRight }) => ({
    signs: used.map((name) => signs[name] ?? 0),
    target: isRight ? 1 : 0,
  }))
  const step = rate / Math.max(1, rows.length)
  let bias = 1
  let weights: readonly number[] = beliefs
  for (let round = 0; round < rounds; round++) {
    const errors = rows.map((row) => errorOf(row, bias, weights))
    bias -= step * sum(errors)
    weights = weights.map((weight, i) => {
      const prior = beliefs[i] ?? 0
      const pull = sum(rows.map(({ signs }, index) => (errors[index] ?? 0) * (signs[i] ?? 0)))
      const updated = weight - step * (pull + belief * (weight - prior))
      return prior > 0 ? Math.max(0, updated) : Math.min(0, updated)
    })
  }
  const entries = used.map((name, i) => [name, roundTo3(weights[i] ?? 0)] as const)
  return { bias: roundTo3(bias), weights: Object.fromEntries(entries) }
}

function errorOf({ signs, target }: Row, bias: number, weights: readonly number[]): number {
  const logOdds = bias + sum(signs.map((sign, i) => sign * (weights[i] ?? 0)))
  return 1 / (1 + Math.exp(-logOdds)) - target
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Never minus nought. */
const roundTo3 = (weight: number) => Math.round(weight * 1000) / 1000 + 0
