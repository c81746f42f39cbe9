import type { Judged } from './judged.ts'

/** Linear function from the log-odds of the confidence to the log-odds of being right. */
export type Logistic = { readonly bias: number; readonly slope: number }

/** Identity: prior of the fit, with the weight of one observation. */
const asItIs: Logistic = { bias: 0, slope: 1 }

const most = 0.995
const maxSteps = 25
const smallestStep = 1e-4

export function logisticAt({ bias, slope }: Logistic, confidence: number): number {
  return 1 / (1 + Math.exp(-(bias + slope * logOddsOf(confidence))))
}

/**
 * Fits a logistic regression of being right on the log-odds of the confidence by Newton’s method;
 * each step is halved until it improves the fit. (Platt, “Probabilistic outputs for support vector
 * machines”, 1999.)
 */
export function fitLogistic(truths: readonly Judged[]): Logistic {
  const points = truths.map(({ confidence, isRight }) => ({ x: logOddsOf(confidence), isRight }))
  let fit = asItIs
  let loss = lossOf(points, fit)
  for (let turn = 0; turn < maxSteps; turn++) {
    const whole = newtonStep(points, fit)
    let part = 1
    let next = moved(fit, whole, 1)
    while (part > smallestStep && !(lossOf(points, next) <= loss)) {
      part /= 2
      next = moved(fit, whole, part)
    }
    if (part <= smallestStep) return fit
    fit = next
    loss = lossOf(points, next)
    if (part * Math.max(Math.abs(whole.bias), Math.abs(whole.slope)) < smallestStep) return fit
  }
  return fit
}

type Point = { readonly x: number; readonly isRight: boolean }

function logOddsOf(confidence: number): number {
  const clamped = Math.min(most, Math.max(1 - most, confidence))
  return Math.log(clamped / (1 - clamped))
}

const moved = (fit: Logistic, step: Logistic, part: number): Logistic => ({
  bias: fit.bias + part * step.bias,
  slope: fit.slope + part * step.slope,
})

function newtonStep(points: readonly Point[], fit: Logistic): Logistic {
  // Gradient, and the three distinct elements of the matrix of second derivatives, each initialized
  // with the prior's part.
  let ofBias = asItIs.bias - fit.bias
  let ofSlope = asItIs.slope - fit.slope
  let biasTwice = 1
  let both = 0
  let slopeTwice = 1
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
