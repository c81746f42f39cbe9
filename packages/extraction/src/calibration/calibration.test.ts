import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowerBound, upperBound } from './binomial-bound.ts'
import { applyCalibration, type ConfidenceCalibration, calibrate, minSamples } from './calibrate.ts'
import { canSkipReview, choosePassCriteria } from './choose-pass-criteria.ts'
import { chooseThreshold } from './choose-threshold.ts'
import { expectedError } from './expected-error.ts'
import { isotonicSteps, shareAt } from './isotonic.ts'
import { projectOf, randomFrom, shapes } from './testing/simulated-projects.ts'

const sampleArbitrary = fc.record({
  confidence: fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100),
  isRight: fc.boolean(),
})
const samplesArbitrary = fc.array(sampleArbitrary, { minLength: minSamples, maxLength: 300 })

test('with too few truths there is no calibration', () => {
  expect(calibrate(projectOf(1).draw(minSamples - 1))).toBeNull()
})

test('an interval holds the share, is the narrower the more there are, and is open where nothing is known', () => {
  expect([lowerBound(0, 0, 0.05), upperBound(0, 0, 0.05)]).toEqual([0, 1])
  // The rule of three.
  expect(upperBound(0, 300, 0.05)).toBeCloseTo(1 - 0.05 ** (1 / 300), 10)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.float({ min: 0, max: 1, noNaN: true }),
      (trials, part) => {
        const events = Math.round(trials * part)
        const low = lowerBound(events, trials, 0.025)
        const high = upperBound(events, trials, 0.025)
        expect(low).toBeLessThanOrEqual(events / trials + 1e-9)
        expect(high).toBeGreaterThanOrEqual(events / trials - 1e-9)
        const wider = upperBound(events, trials, 0.025) - lowerBound(events, trials, 0.025)
        const narrower =
          upperBound(events * 4, trials * 4, 0.025) - lowerBound(events * 4, trials * 4, 0.025)
        expect(narrower).toBeLessThanOrEqual(wider + 1e-9)
      },
    ),
  )
})

test('steps never fall, are of enough truths, and none is quite sure', () => {
  fc.assert(
    fc.property(samplesArbitrary, (truths) => {
      const steps = isotonicSteps(truths)
      expect(steps[0]?.from).toBe(Math.min(...truths.map(({ confidence }) => confidence)))
      for (const [place, { from, share }] of steps.entries()) {
        const next = steps[place + 1]
        const own = truths.filter(
          ({ confidence }) => confidence >= from && confidence < (next?.from ?? 2),
        )
        expect(own.length).toBeGreaterThanOrEqual(15)
        expect(share).toBeGreaterThan(0)
        expect(share).toBeLessThan(1)
        expect(next?.share ?? 1).toBeGreaterThanOrEqual(share)
        for (const { confidence } of own) expect(shareAt(steps, confidence)).toBe(share)
      }
    }),
  )
})

test('a calibrated confidence is never quite sure, lies in its interval, and says from how many truths', () => {
  fc.assert(
    fc.property(
      samplesArbitrary,
      fc.float({ min: 0, max: 1, noNaN: true }),
      (truths, confidence) => {
        const calibratedConfidence = applyCalibration(
          calibrate(truths) as ConfidenceCalibration,
          confidence,
        )
        const [low, high] = calibratedConfidence.interval
        expect(calibratedConfidence.confidence).toBeGreaterThan(0)
        expect(calibratedConfidence.confidence).toBeLessThan(1)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(calibratedConfidence.confidence)
        expect(high).toBeGreaterThanOrEqual(calibratedConfidence.confidence)
        expect(high).toBeLessThanOrEqual(1)
        expect(calibratedConfidence.truths).toBe(truths.length)
      },
    ),
  )
})

/** How often the interval of a value holds the rate of such values. */
function heldBy(shape: (typeof shapes)[number], count: number): number {
  const counts = Array.from({ length: 60 }, (_, seed) => {
    const { draw, rateOf } = projectOf(seed, shape)
    const calibration = calibrate(draw(count)) as ConfidenceCalibration
    return draw(50).filter(({ confidence }) => {
      const [low, high] = applyCalibration(calibration, confidence).interval
      const rate = rateOf(confidence)
      return rate >= low && rate <= high
    }).length
  })
  return counts.reduce((all, one) => all + one, 0) / (60 * 50)
}

test('the interval holds how often such values are right in 95 of 100 cases, also while truths are few', () => {
  for (const shape of shapes) {
    for (const count of [minSamples, 200]) {
      expect([shape, count, heldBy(shape, count) >= 0.95]).toEqual([shape, count, true])
    }
  }
})

test('what cannot be promised is not, and a stricter promise lets no more pass', () => {
  expect(chooseThreshold([], { wrongPerThousand: 10 })).toBeUndefined()
  expect(chooseThreshold(projectOf(2).draw(100), { wrongPerThousand: 1 })).toBeUndefined()
  expect(chooseThreshold(projectOf(2).draw(100), { wrongPerThousand: 0 })).toBeUndefined()
  const truths = projectOf(3).draw(5000)
  const shares = [5, 10, 20, 50, 1000].map(
    (wrongPerThousand) => chooseThreshold(truths, { wrongPerThousand })?.share ?? 0,
  )
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

/** There are so many that chance hardly matters. */
const heldOut = 20_000

function errorsOf(count: number, shape: (typeof shapes)[number], projects: number): number[] {
  return Array.from({ length: projects }, (_, seed) => {
    const { draw } = projectOf(seed, shape)
    const calibration = calibrate(draw(count)) as ConfidenceCalibration
    return expectedError(
      draw(heldOut).map(({ confidence, isRight }) => ({
        confidence: applyCalibration(calibration, confidence).confidence,
        isRight,
      })),
    )
  })
}

test('from 200 truths on the expected calibration error on held-out values is at most .05 in 95 of 100 projects', () => {
  expect(
    errorsOf(200, 'power', 100).filter((error) => error <= 0.05).length,
  ).toBeGreaterThanOrEqual(95)
  for (const shape of shapes) {
    const errors = errorsOf(500, shape, 40)
    expect([shape, errors.filter((error) => error <= 0.05).length >= 38]).toEqual([shape, true])
  }
})

/** What a project lets pass later, by a promise that was made from some of its truths. */
function passLater(seed: number, wrongPerThousand: number) {
  const { draw } = projectOf(seed)
  const choice = chooseThreshold(draw(1500), { wrongPerThousand })
  const passingValues = draw(40_000).filter(
    ({ confidence }) => confidence >= (choice?.threshold ?? 2),
  )
  const wrong = passingValues.filter(({ isRight }) => !isRight).length
  return {
    isPromised: choice !== undefined,
    isKept: wrong * 1000 <= wrongPerThousand * passingValues.length,
  }
}

test('the promise of the dial is kept in 95 of 100 projects', () => {
  for (const wrongPerThousand of [10, 20, 50]) {
    const projects = Array.from({ length: 100 }, (_, n) => passLater(1000 + n, wrongPerThousand))
    expect(projects.filter(({ isKept }) => isKept).length).toBeGreaterThanOrEqual(95)
    expect(projects.some(({ isPromised }) => isPromised)).toBe(true)
  }
})

const manyEmpty = (count: number, rate: number, random: () => number) =>
  Array.from({ length: count }, () => ({ isRight: random() >= rate }))

test('what has no value passes by what is known of such values, and what failed never does', () => {
  const random = randomFrom(5)
  const samples = projectOf(5).draw(1000)
  const oftenWrong = choosePassCriteria(
    { values: samples, emptyFields: manyEmpty(400, 0.2, random) },
    50,
  )
  expect(oftenWrong.passesEmpty).toBe(false)
  const neverWrong = choosePassCriteria(
    { values: samples, emptyFields: manyEmpty(400, 0, random) },
    50,
  )
  expect(neverWrong.passesEmpty).toBe(true)
  expect(neverWrong.share).toBeGreaterThan(oftenWrong.share)
  expect(canSkipReview(neverWrong, 'empty')).toBe(true)
  expect(canSkipReview(oftenWrong, 'empty')).toBe(false)
  expect(canSkipReview(neverWrong, 'failed')).toBe(false)
  expect(canSkipReview(neverWrong, { confidence: neverWrong.threshold ?? 2 })).toBe(true)
  expect(canSkipReview(neverWrong, { confidence: 0 })).toBe(false)
  const withoutHistory = choosePassCriteria({ values: [], emptyFields: [] }, 50)
  expect([withoutHistory.threshold, withoutHistory.passesEmpty, withoutHistory.share]).toEqual([
    null,
    false,
    0,
  ])
  expect(canSkipReview(withoutHistory, { confidence: 0.99 })).toBe(false)
})

/** Values of ten to a document, of which some have no value and some are harder to read than others. */
function documentsOf(seed: number) {
  const { rateOf } = projectOf(seed)
  const random = randomFrom(seed + 77)
  return (count: number): RunValueMade[][] =>
    Array.from({ length: count }, () => {
      const ease = random()
      return Array.from({ length: 10 }, () => {
        if (random() < 0.1) return { value: 'empty' as const, isRight: random() > 0.004 }
        const confidence = Math.round(1000 * (1 - (random() * (1 - 0.7 * ease)) ** 3)) / 1000
        const rate = rateOf(confidence) ** (2 - 2 * ease)
        return { value: { confidence }, isRight: random() < rate }
      })
    })
}
type RunValueMade = {
  readonly value: 'empty' | { readonly confidence: number }
  readonly isRight: boolean
}

test('the promise is also kept of the values of documents of which every value passes', () => {
  for (const wrongPerThousand of [10, 20, 50]) {
    let keptCount = 0
    let promisedCount = 0
    for (let seed = 0; seed < 100; seed++) {
      const draw = documentsOf(seed)
      const history = draw(300).flat()
      const samples = history
        .map(({ value, isRight }) =>
          value === 'empty' ? undefined : { confidence: value.confidence, isRight },
        )
        .filter((value) => value !== undefined)
      const empty = history.filter(({ value }) => value === 'empty')
      const criteria = choosePassCriteria({ values: samples, emptyFields: empty }, wrongPerThousand)
      const later = draw(4000).filter((values) =>
        values.every(({ value }) => canSkipReview(criteria, value)),
      )
      const wrong = later.flat().filter(({ isRight }) => !isRight).length
      if (later.length > 0) promisedCount += 1
      if (wrong * 1000 <= wrongPerThousand * later.length * 10) keptCount += 1
    }
    expect(keptCount).toBeGreaterThanOrEqual(95)
    expect(promisedCount).toBeGreaterThan(0)
  }
})
