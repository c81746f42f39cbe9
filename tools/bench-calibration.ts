/**
 * `npm run bench:calibration`: how far calibrated confidence is off in made projects, whether intervals hold, and
 * whether promises are kept. It only computes.
 */
import {
  type Calibration,
  calibrate,
  calibrated,
} from '../packages/extraction/src/calibration/calibrate.ts'
import { chooseThreshold } from '../packages/extraction/src/calibration/choose-threshold.ts'
import { expectedError } from '../packages/extraction/src/calibration/expected-error.ts'
import { projectOf, shapes } from '../packages/extraction/src/calibration/testing/made-projects.ts'

const projects = 100
/** So many that their own chance adds next to nothing: a thousandth or two of expected error. */
const heldOut = 20_000

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((all, one) => all + one, 0) / numbers.length
const seeds = Array.from({ length: projects }, (_, seed) => seed)

/** Of calibrated confidence, of the plain share of right truths for all, and of confidence as it is. */
function errorsOf(count: number, shape: (typeof shapes)[number], seed: number) {
  const { draw, rateOf } = projectOf(seed, shape)
  const truths = draw(count)
  const calibration = calibrate(truths) as Calibration
  const values = draw(heldOut)
  const known = values.map(({ confidence }) => calibrated(calibration, confidence))
  const held = known.filter(({ interval: [low, high] }, at) => {
    const rate = rateOf(values[at]?.confidence ?? 0)
    return rate >= low && rate <= high
  })
  const errorBy = (confidences: readonly number[]) =>
    expectedError(values.map(({ isRight }, at) => ({ confidence: confidences[at] ?? 0, isRight })))
  const share = truths.filter(({ isRight }) => isRight).length / count
  return {
    error: errorBy(known.map(({ confidence }) => confidence)),
    raw: errorBy(values.map(({ confidence }) => confidence)),
    plain: errorBy(values.map(() => share)),
    held: held.length / heldOut,
  }
}

const within = (errors: readonly number[]) => errors.filter((error) => error <= 0.05).length
const rows = shapes.flatMap((shape) =>
  [50, 200, 500, 2000].map((truths) => {
    const found = seeds.map((seed) => errorsOf(truths, shape, seed))
    const errors = found.map(({ error }) => error)
    return {
      ...{ shape, truths },
      'as it is': meanOf(found.map(({ raw }) => raw)).toFixed(3),
      calibrated: meanOf(errors).toFixed(3),
      'at most .05': `${within(errors)} of ${projects}`,
      'plain share at most .05': `${within(found.map(({ plain }) => plain))} of ${projects}`,
      'interval holds': meanOf(found.map(({ held }) => held)).toFixed(3),
    }
  }),
)
console.log('expected calibration error on held-out values, by how right a project’s values are')
console.table(rows)

/** What is promised from some truths, and what then passes. */
function promiseOf(wrongPerThousand: number, truths: number, seed: number) {
  const { draw } = projectOf(1000 + seed)
  const found = chooseThreshold(draw(truths), { wrongPerThousand })
  const passed = draw(40_000).filter(({ confidence }) => confidence >= (found?.threshold ?? 2))
  const wrong = passed.filter(({ isRight }) => !isRight).length
  return {
    isPromised: found !== undefined,
    isKept: wrong * 1000 <= wrongPerThousand * passed.length,
    share: passed.length / 40_000,
  }
}

const promises = [10, 20, 50, 100].flatMap((wrong) =>
  [200, 500, 1500].map((truths) => {
    const found = seeds.map((seed) => promiseOf(wrong, truths, seed))
    return {
      'wrong of 1,000': wrong,
      truths,
      promised: `${found.filter(({ isPromised }) => isPromised).length} of ${projects}`,
      kept: `${found.filter(({ isKept }) => isKept).length} of ${projects}`,
      'share passing': meanOf(found.map(({ share }) => share)).toFixed(2),
    }
  }),
)
console.log('promises of the dial')
console.table(promises)
