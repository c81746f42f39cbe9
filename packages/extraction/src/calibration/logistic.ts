import type { Judged } from './judged.ts'

/** Of the log-odds of being right on those of the confidence. */
export type Logistic = { readonly bias: number; readonly slope: number }

/** Confidence as it is: what the fit is drawn to, as if by one observation. */
const asItIs: Logistic = { bias: 0, slope: 1 }

const most = 0.995
const maxSteps = 25
const smallestStep = 1e-4

export function logisticAt({ bias, slope }: Logistic, confidence: number): number {
  return 1 / (1 + Math.exp(-(bias + slope * logOddsOf(confidence))))
}

/**
 * Logistic regression of being right on the log-odds of the confidence, by Newton’s method, each step halved until
 * it helps. (Platt, “Probabilistic outputs for support vector machines”, 1999.)
 */
export function fitLogistic(truths: readonly Judged[]): Logistic {
  const points = truths.map(({ confidence, isRight }) => ({ x: logOddsOf(confidence), isRight }))
  let fit = asItIs
  let loss = lossOf(points, fit)
  for (let turn = 0; turn < maxSteps; turn++) {
    const whole = newtonStep(points, fit)
    let [part, next] = [1, moved(fit, whole, 1)]
    while (part > smallestStep && !(lossOf(points, next) <= loss)) {
      part /= 2
      next = moved(fit, whole, part)
    }
    if (part <= smallestStep) return fit
    ;[fit, loss] = [next, lossOf(points, next)]
    if (part * Math.max(Math.abs(whole.bias), Math.abs(whole.slope)) < smallestStep) return fit
  }
  return fit
}

type Point = { readonly x: number; readonly isRight: boolean }

function logOddsOf(confidence: number): number {
  const within = Math.min(most, Math.max(1 - most, confidence))
  return Math.log(within / (1 - within))
}

const moved = (fit: Logistic, step: Logistic, part: number): Logistic => ({
  bias: fit.bias + part * step.bias,
  slope: fit.slope + part * step.slope,
})

function newtonStep(points: readonly Point[], fit: Logistic): Logistic {
  // The gradient, and the three numbers of the matrix of second derivatives, each begun by the pull to `asItIs`.
  let [ofBias, ofSlope] = [asItIs.bias - fit.bias, asItIs.slope - fit.slope]
  let [biasTwice, both, slopeTwice] = [1, 0, 1]
  for (const { x, isRight } of points) {
    const said = 1 / (1 + Math.exp(-(fit.bias + fit.slope * x)))
    const error = (isRight ? 1 : 0) - said
    const weight = said * (1 - said)
    ofBias += error
    ofSlope += error * x
    biasTwice += weight
    both += weight * x
    slopeTwice += weight * x * x
  }
  const determinant = biasTwice * slopeTwice - both * both
  return {
    bias: (slopeTwice * ofBias - both * ofSlope) / determinant,
    slope: (biasTwice * ofSlope - both * ofBias) / determinant,
  }
}

function lossOf(points: readonly Point[], { bias, slope }: Logistic): number {
  let loss = ((bias - asItIs.bias) ** 2 + (slope - asItIs.slope) ** 2) / 2
  for (const { x, isRight } of points) {
    const logOdds = bias + slope * x
    loss += Math.log1p(Math.exp(isRight ? -logOdds : logOdds))
  }
  return loss
}
