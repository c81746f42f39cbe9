import type { CalibrationSample } from './isotonic.ts'

/** Linear function from the log-odds of the confidence to the log-odds of being right. */
export type Logistic = { readonly bias: number; readonly slope: number }

/** Identity: prior of the fit, with the weight of one observation. */
const identity: Logistic = { bias: 0, slope: 1 }

const maxConfidence = 0.995
const maxSteps = 25
const minStep = 1e-4

export function logisticAt({ bias, slope }: Logistic, confidence: number): number {
  return 1 / (1 + Math.exp(-(bias + slope * toLogOdds(confidence))))
}

/**
 * Fits a logistic regression of being right on the log-odds of the confidence by Newton’s method;
 * each step is halved until it improves the fit. (Platt, “Probabilistic outputs for support vector
 * machines”, 1999.)
 */
export function fitLogistic(samples: readonly CalibrationSample[]): Logistic {
  const points = samples.map(({ confidence, isRight }) => ({ x: toLogOdds(confidence), isRight }))
  let fit = identity
  let loss = computeLoss(points, fit)
  for (let turn = 0; turn < maxSteps; turn++) {
    const whole = newtonStep(points, fit)
    let part = 1
    let next = addStep(fit, whole, 1)
    while (part > minStep && !(computeLoss(points, next) <= loss)) {
      part /= 2
      next = addStep(fit, whole, part)
    }
    if (part <= minStep) return fit
    fit = next
    loss = computeLoss(points, next)
    if (part * Math.max(Math.abs(whole.bias), Math.abs(whole.slope)) < minStep) return fit
  }
  return fit
}

type Point = { readonly x: number; readonly isRight: boolean }

function toLogOdds(confidence: number): number {
  const clampedConfidence = Math.min(maxConfidence, Math.max(1 - maxConfidence, confidence))
  return Math.log(clampedConfidence / (1 - clampedConfidence))
}

const addStep = (fit: Logistic, step: Logistic, fraction: number): Logistic => ({
  bias: fit.bias + fraction * step.bias,
  slope: fit.slope + fraction * step.slope,
})

function newtonStep(points: readonly Point[], fit: Logistic): Logistic {
  // Gradient, and the three distinct elements of the matrix of second derivatives, each initialized
  // with the prior's part.
  let biasGradient = identity.bias - fit.bias
  let slopeGradient = identity.slope - fit.slope
  let biasCurvature = 1
  let crossCurvature = 0
  let slopeCurvature = 1
  for (const { x, isRight } of points) {
    const probability = 1 / (1 + Math.exp(-(fit.bias + fit.slope * x)))
    const error = (isRight ? 1 : 0) - probability
    const weight = probability * (1 - probability)
    biasGradient += error
    slopeGradient += error * x
    biasCurvature += weight
    crossCurvature += weight * x
    slopeCurvature += weight * x * x
  }
  const determinant = biasCurvature * slopeCurvature - crossCurvature * crossCurvature
  return {
    bias: (slopeCurvature * biasGradient - crossCurvature * slopeGradient) / determinant,
    slope: (biasCurvature * slopeGradient - crossCurvature * biasGradient) / determinant,
  }
}

function computeLoss(points: readonly Point[], { bias, slope }: Logistic): number {
  let loss = ((bias - identity.bias) ** 2 + (slope - identity.slope) ** 2) / 2
  for (const { x, isRight } of points) {
    const logOdds = bias + slope * x
    loss += Math.log1p(Math.exp(isRight ? -logOdds : logOdds))
  }
  return loss
}
