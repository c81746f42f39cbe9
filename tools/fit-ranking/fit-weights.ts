import type { CandidateSignals } from '@recto/extraction/rank-candidates'
import type { Example } from './collect-examples.ts'

/** Weights of the signals of candidates, and of those for no answer, by name. */
export type RankingWeights = {
  readonly noAnswer: Readonly<Record<string, number>>
  readonly signals: Readonly<Record<string, number>>
}

const iterations = 400
const learningRate = 0.05
const shrinkage = 0.005
const noneShrinkage = 0.001

type Matrix = {
  readonly rows: readonly Float64Array[]
  readonly noAnswer: Float64Array
  readonly right: readonly boolean[]
}

/**
 * Fits a conditional logit model by gradient descent (Adam; Kingma and Ba, 2015) with a quadratic penalty on
 * standardized signals.
 */
export function fitWeights(examples: readonly Example[]): RankingWeights {
  const names = getNames(
    examples.flatMap(({ candidates }) => candidates.map(({ signals }) => signals)),
  )
  const noneNames = getNames(examples.map(({ noneSignals }) => noneSignals))
  const { means, deviations } = standardize(examples, names)
  const standardizeSignals = (signals: CandidateSignals) =>
    Float64Array.from(
      names,
      (name, i) =>
        (getOrDefault(signals, name) - getOrDefault(means, i)) / getOrDefault(deviations, i, 1),
    )
  const matrices = examples.map(
    ({ candidates, noneSignals }): Matrix => ({
      rows: candidates.map(({ signals }) => standardizeSignals(signals)),
      noAnswer: Float64Array.from(noneNames, (name) => getOrDefault(noneSignals, name)),
      right: candidates.map(({ isRight }) => isRight),
    }),
  )
  const parameters = descend(matrices, names.length, noneNames.length)
  return toWeights(parameters, { names, noneNames, means, deviations })
}

/** An element, or a default value if there is none. */
const getOrDefault = (
  values: Readonly<Record<string | number, unknown>> | ArrayLike<number>,
  key: string | number,
  defaultValue = 0,
): number => (values as Readonly<Record<string | number, number>>)[key] ?? defaultValue

function descend(matrices: readonly Matrix[], size: number, noneSize: number): Float64Array {
  const parameters = new Float64Array(size + noneSize)
  const first = new Float64Array(parameters.length)
  const second = new Float64Array(parameters.length)
  for (let iteration = 1; iteration <= iterations; iteration++) {
    const gradient = computeGradient(matrices, parameters, size)
    for (const [i, parameter] of parameters.entries()) {
      const penalty = (i < size ? shrinkage : noneShrinkage) * parameter
      const slope = getOrDefault(gradient, i) / matrices.length + penalty
      first[i] = 0.9 * getOrDefault(first, i) + 0.1 * slope
      second[i] = 0.999 * getOrDefault(second, i) + 0.001 * slope * slope
      const mean = getOrDefault(first, i) / (1 - 0.9 ** iteration)
      const spread = Math.sqrt(getOrDefault(second, i) / (1 - 0.999 ** iteration)) + 1e-8
      parameters[i] = parameter - (learningRate * mean) / spread
    }
  }
  return parameters
}

const getNames = (all: readonly Readonly<Record<string, number>>[]): readonly string[] =>
  [...new Set(all.flatMap((signals) => Object.keys(signals)))].toSorted()

function standardize(examples: readonly Example[], names: readonly string[]) {
  const all = examples.flatMap(({ candidates }) => candidates.map(({ signals }) => signals))
  const means = names.map(
    (name) => all.reduce((sum, one) => sum + (one[name] ?? 0), 0) / all.length,
  )
  const deviations = names.map((name, i) => {
    const squares = all.reduce((sum, one) => sum + ((one[name] ?? 0) - (means[i] ?? 0)) ** 2, 0)
    return Math.sqrt(squares / all.length) || 1
  })
  return { means, deviations }
}

function computeGradient(
  matrices: readonly Matrix[],
  parameters: Float64Array,
  size: number,
): Float64Array {
  const gradient = new Float64Array(parameters.length)
  for (const matrix of matrices) addGradient(gradient, matrix, parameters, size)
  return gradient
}

function addGradient(
  gradient: Float64Array,
  { rows, noAnswer, right }: Matrix,
  parameters: Float64Array,
  size: number,
): void {
  const scores = rows.map((row) => dot(row, parameters, 0))
  const noneScore = dot(noAnswer, parameters, size)
  const max = Math.max(noneScore, ...scores)
  const odds = scores.map((score) => Math.exp(score - max))
  const noneOdds = Math.exp(noneScore - max)
  const sum = odds.reduce((total, one) => total + one, noneOdds)
  const rightSum = odds.reduce((total, one, i) => total + (right[i] ? one : 0), 0)
  for (const [i, row] of rows.entries()) {
    const wantedShare = right[i] ? getOrDefault(odds, i) / rightSum : 0
    addScaled(gradient, row, getOrDefault(odds, i) / sum - wantedShare, 0)
  }
  addScaled(gradient, noAnswer, noneOdds / sum - (rightSum > 0 ? 0 : 1), size)
}

function dot(values: Float64Array, parameters: Float64Array, offset: number): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) * (parameters[offset + i] ?? 0)
  return sum
}

function addScaled(
  target: Float64Array,
  values: Float64Array,
  factor: number,
  offset: number,
): void {
  for (let i = 0; i < values.length; i++)
    target[offset + i] = (target[offset + i] ?? 0) + factor * (values[i] ?? 0)
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** Folds the means and deviations into the weights, so that they apply to signals as they are. */
function toWeights(
  parameters: Float64Array,
  {
    names,
    noneNames,
    means,
    deviations,
  }: {
    readonly names: readonly string[]
    readonly noneNames: readonly string[]
    readonly means: readonly number[]
    readonly deviations: readonly number[]
  },
): RankingWeights {
  const signals = names.map(
    (name, i) => [name, (parameters[i] ?? 0) / (deviations[i] ?? 1)] as const,
  )
  const offset = signals.reduce((sum, [, weight], i) => sum + weight * (means[i] ?? 0), 0)
  const noneEntries = noneNames.map((name, i) => {
    const weight = parameters[names.length + i] ?? 0
    return [name, name === 'always' ? weight + offset : weight] as const
  })
  return {
    noAnswer: Object.fromEntries(noneEntries.map(([name, weight]) => [name, round(weight)])),
    signals: Object.fromEntries(signals.map(([name, weight]) => [name, round(weight)])),
  }
}
