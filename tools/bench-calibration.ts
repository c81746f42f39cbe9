/**
 * `npm run bench:calibration`: measures on simulated projects the error of calibrated confidence, the coverage of
 * its intervals, and how often promises of the review dial hold. It needs no documents and no model.
 */
import {
  applyCalibration,
  type ConfidenceCalibration,
  calibrate,
} from '../packages/extraction/src/calibration/calibrate.ts'
import { chooseThreshold } from '../packages/extraction/src/calibration/choose-threshold.ts'
import { expectedError } from '../packages/extraction/src/calibration/expected-error.ts'
import {
  projectOf,
  shapes,
} from '../packages/extraction/src/calibration/testing/simulated-projects.ts'

const projects = 100
/**
 * Number of held-out values: large enough that chance adds only a thousandth or two of expected
 * error.
 */
const heldOut = 20_000

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((all, one) => all + one, 0) / numbers.length
const seeds = Array.from({ length: projects }, (_, seed) => seed)

/**
 * Computes the errors of the calibrated confidence, of the overall share of right values, and of
 * the uncalibrated confidence.
 */
function errorsOf(count: number, shape: (typeof shapes)[number], seed: number) {
  const { draw, rateOf } = projectOf(seed, shape)
  const truths = draw(count)
  const calibration = calibrate(truths) as ConfidenceCalibration
  const values = draw(heldOut)
  const calibratedValues = values.map(({ confidence }) => applyCalibration(calibration, confidence))
  const intervalsThatHold = calibratedValues.filter(({ interval: [low, high] }, index) => {
    const rate = rateOf(values[index]?.confidence ?? 0)
    return rate >= low && rate <= high
  })
  const errorBy = (confidences: readonly number[]) =>
    expectedError(
      values.map(({ isRight }, index) => ({ confidence: confidences[index] ?? 0, isRight })),
    )
  const share = truths.filter(({ isRight }) => isRight).length / count
  return {
    error: errorBy(calibratedValues.map(({ confidence }) => confidence)),
    raw: errorBy(values.map(({ confidence }) => confidence)),
    plain: errorBy(values.map(() => share)),
    intervalCoverage: intervalsThatHold.length / heldOut,
  }
}

const shareWithin = (errors: readonly number[]) => errors.filter((error) => error <= 0.05).length
const rows = shapes.flatMap((shape) =>
  [50, 200, 500, 2000].map((truths) => {
    const errorsBySeed = seeds.map((seed) => errorsOf(truths, shape, seed))
    const errors = errorsBySeed.map(({ error }) => error)
    return {
      shape,
      truths,
      'as it is': meanOf(errorsBySeed.map(({ raw }) => raw)).toFixed(3),
      calibrated: meanOf(errors).toFixed(3),
      'at most .05': `${shareWithin(errors)} of ${projects}`,
      'plain share at most .05': `${shareWithin(errorsBySeed.map(({ plain }) => plain))} of ${projects}`,
      'interval holds': meanOf(
        errorsBySeed.map(({ intervalCoverage }) => intervalCoverage),
      ).toFixed(3),
    }
  }),
)
console.log('expected calibration error on held-out values, by how right a project’s values are')
console.table(rows)

/** Chooses a threshold from known results and measures the values that pass it. */
function promiseOf(wrongPerThousand: number, truths: number, seed: number) {
  const { draw } = projectOf(1000 + seed)
  const choice = chooseThreshold(draw(truths), { wrongPerThousand })
  const passingValues = draw(40_000).filter(
    ({ confidence }) => confidence >= (choice?.threshold ?? 2),
  )
  const wrong = passingValues.filter(({ isRight }) => !isRight).length
  return {
    isPromised: choice !== undefined,
    isKept: wrong * 1000 <= wrongPerThousand * passingValues.length,
    share: passingValues.length / 40_000,
  }
}

const promises = [10, 20, 50, 100].flatMap((wrong) =>
  [200, 500, 1500].map((truths) => {
    const promises = seeds.map((seed) => promiseOf(wrong, truths, seed))
    return {
      'wrong of 1,000': wrong,
      truths,
      promised: `${promises.filter(({ isPromised }) => isPromised).length} of ${projects}`,
      kept: `${promises.filter(({ isKept }) => isKept).length} of ${projects}`,
      'share passing': meanOf(promises.map(({ share }) => share)).toFixed(2),
    }
  }),
)
console.log('promises of the dial')
console.table(promises)
