import type { SignName, Signs, SurenessTable } from '@recto/extraction/signs'

/** A value, what speaks for it, and whether it is right. */
export type JudgedSigns = { readonly signs: Signs; readonly isRight: boolean }

/**
 * What a sign weighs before any document is looked at, in logarithms of odds. The few hundred values that there are
 * move the weights away from it; a sign that none of them has keeps it.
 */
const before: Readonly<Record<SignName, number>> = {
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

/** What is fitted on, and how many values the beliefs above are worth beside them. */
export type Fit = { readonly used: readonly SignName[]; readonly belief: number }

/**
 * Logistic regression towards what is believed beforehand, by gradient descent. A weight never takes the other
 * direction: a few values with a plain label that are wrong do not make plain labels a bad sign.
 */
export function fitTable(judged: readonly JudgedSigns[], { used, belief }: Fit): SurenessTable {
  const beliefs = used.map((name) => before[name])
  const rows: readonly Row[] = judged.map(({ signs, isRight }) => ({
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
      const believed = beliefs[i] ?? 0
      const pull = sum(rows.map(({ signs }, at) => (errors[at] ?? 0) * (signs[i] ?? 0)))
      const moved = weight - step * (pull + belief * (weight - believed))
      return believed > 0 ? Math.max(0, moved) : Math.min(0, moved)
    })
  }
  const kept = used.map((name, i) => [name, rounded(weights[i] ?? 0)] as const)
  return { bias: rounded(bias), weights: Object.fromEntries(kept) }
}

function errorOf({ signs, target }: Row, bias: number, weights: readonly number[]): number {
  const logOdds = bias + sum(signs.map((sign, i) => sign * (weights[i] ?? 0)))
  return 1 / (1 + Math.exp(-logOdds)) - target
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Never minus nought. */
const rounded = (weight: number) => Math.round(weight * 1000) / 1000 + 0
