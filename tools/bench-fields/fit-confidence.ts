import type { ConfidenceTable, DoubtName, SignalName, Signals } from '@recto/extraction/signals'

/** The signals of a value, and whether it is right. */
export type JudgedSignals = { readonly signals: Signals; readonly isRight: boolean }

/** Signals whose weights are fitted, and not stated. */
export type FittedSignalName = Exclude<SignalName, DoubtName | 'likelihood'>

/**
 * Prior weight of each signal, in log-odds. The few hundred values move the weights away from it; a
 * signal that none of them has keeps its prior weight.
 */
const priorWeights: Readonly<Record<FittedSignalName, number>> = {
  inferred: -0.5,
  normalised: -0.2,
  uncertainLetters: -6,
  ocrLetters: -0.2,
  label: 3,
  unlabelled: -0.5,
  outranked: -1,
  places: -0.1,
  ambiguous: -1,
  implausible: -2,
  addsUp: 1,
}
const rounds = 5_000
const rate = 0.5
type Row = { readonly values: readonly number[]; readonly target: number }

/** Signals to fit, and the weight of the prior as a number of values. */
export type Fit = {
  readonly signalNames: readonly FittedSignalName[]
  readonly priorStrength: number
}

/**
 * Fits a logistic regression with a prior by gradient descent. A weight never changes its sign: a few wrong
 * values with a plain label do not make plain labels a negative signal.
 */
export function fitTable(
  judgedValues: readonly JudgedSignals[],
  { signalNames, priorStrength }: Fit,
): ConfidenceTable {
  const priors = signalNames.map((name) => priorWeights[name])
  const rows: readonly Row[] = judgedValues.map(({ signals, isRight }) => ({
    values: signalNames.map((name) => signals[name] ?? 0),
    target: isRight ? 1 : 0,
  }))
  const step = rate / Math.max(1, rows.length)
  let bias = 1
  let weights: readonly number[] = priors
  for (let round = 0; round < rounds; round++) {
    const errors = rows.map((row) => errorOf(row, bias, weights))
    bias -= step * sum(errors)
    weights = weights.map((weight, i) => {
      const prior = priors[i] ?? 0
      const pull = sum(rows.map(({ values }, index) => (errors[index] ?? 0) * (values[i] ?? 0)))
      const nextWeight = weight - step * (pull + priorStrength * (weight - prior))
      return prior > 0 ? Math.max(0, nextWeight) : Math.min(0, nextWeight)
    })
  }
  const entries = signalNames.map((name, i) => [name, roundTo3(weights[i] ?? 0)] as const)
  return { bias: roundTo3(bias), weights: Object.fromEntries(entries) }
}

function errorOf({ values, target }: Row, bias: number, weights: readonly number[]): number {
  const logOdds = bias + sum(values.map((sign, i) => sign * (weights[i] ?? 0)))
  return 1 / (1 + Math.exp(-logOdds)) - target
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Rounds; adding zero turns -0 into 0. */
const roundTo3 = (weight: number) => Math.round(weight * 1000) / 1000 + 0
