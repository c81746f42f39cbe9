import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowerBound, upperBound } from './binomial-bound.ts'
import { calibrate, calibrated, fewestTruths, type Judged } from './calibrate.ts'
import { chooseThreshold } from './choose-threshold.ts'
import { expectedError } from './expected-error.ts'

const judged = fc.record({
  confidence: fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100),
  isRight: fc.boolean(),
})
const many = fc.array(judged, { minLength: fewestTruths, maxLength: 300 })

/** Mulberry32: the same numbers from the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A project whose confidences say too much: how often they are right falls off below the surest, more or less. */
function projectOf(seed: number) {
  const random = randomFrom(seed)
  const bend = 1 + 3 * random()
  const leastWrong = 0.0005 + 0.004 * random()
  return (count: number): Judged[] =>
    Array.from({ length: count }, () => {
      const confidence = Math.round(1000 * (1 - random() ** 3)) / 1000
      const isRight = random() < (1 - leastWrong) * confidence ** bend
      return { confidence, isRight }
    })
}

test('with too few truths a confidence stays what it is', () => {
  expect(calibrate(projectOf(1)(fewestTruths - 1))).toBeNull()
  expect(calibrated(null, 0.73)).toBe(0.73)
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
        const [low, high] = [lowerBound(events, trials, 0.025), upperBound(events, trials, 0.025)]
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

test('steps never fall, hold every truth once, and none is quite sure', () => {
  fc.assert(
    fc.property(many, (truths) => {
      const steps = calibrate(truths) ?? []
      expect(steps.reduce((all, { count }) => all + count, 0)).toBe(truths.length)
      for (const [place, step] of steps.entries()) {
        const before = steps[place - 1]
        expect(step.sureness).toBeGreaterThan(0)
        expect(step.sureness).toBeLessThan(1)
        if (!before) continue
        expect(step.from).toBeGreaterThan(before.from)
        expect(step.right / step.count).toBeGreaterThan(before.right / before.count)
        expect(step.sureness).toBeGreaterThanOrEqual(before.sureness)
      }
      for (const { confidence } of truths) {
        const step = steps.findLast(({ from }) => from <= confidence)
        expect(calibrated(steps, confidence)).toBe(step?.sureness)
      }
    }),
  )
})

test('what cannot be promised is not, and a stricter promise lets no more pass', () => {
  expect(chooseThreshold([], { wrongPerThousand: 10 })).toBeUndefined()
  expect(chooseThreshold(projectOf(2)(100), { wrongPerThousand: 1 })).toBeUndefined()
  expect(chooseThreshold(projectOf(2)(100), { wrongPerThousand: 0 })).toBeUndefined()
  const truths = projectOf(3)(5000)
  const shares = [5, 10, 20, 50, 1000].map(
    (wrongPerThousand) => chooseThreshold(truths, { wrongPerThousand })?.share ?? 0,
  )
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

test('from 200 truths on the expected calibration error on held-out values is at most .05', () => {
  for (const count of [200, 500, 2000]) {
    const errors = Array.from({ length: 100 }, (_, seed) => {
      const draw = projectOf(seed)
      const steps = calibrate(draw(count))
      const heldOut = draw(5000)
      return expectedError(
        heldOut.map(({ confidence, isRight }) => ({
          confidence: calibrated(steps, confidence),
          isRight,
        })),
      )
    })
    const mean = errors.reduce((all, one) => all + one, 0) / errors.length
    expect(mean).toBeLessThanOrEqual(0.05)
  }
})

/** What a project lets pass later, by a promise that was made from some of its truths. */
function passLater(seed: number, wrongPerThousand: number) {
  const draw = projectOf(seed)
  const passing = chooseThreshold(draw(1500), { wrongPerThousand })
  const passed = draw(40_000).filter(({ confidence }) => confidence >= (passing?.threshold ?? 2))
  const wrong = passed.filter(({ isRight }) => !isRight).length
  return {
    isPromised: passing !== undefined,
    isKept: wrong * 1000 <= wrongPerThousand * passed.length,
  }
}

test('the promise of the dial is kept in 95 of 100 projects', () => {
  for (const wrongPerThousand of [10, 20, 50]) {
    const projects = Array.from({ length: 100 }, (_, n) => passLater(1000 + n, wrongPerThousand))
    expect(projects.filter(({ isKept }) => isKept).length).toBeGreaterThanOrEqual(95)
    expect(projects.some(({ isPromised }) => isPromised)).toBe(true)
  }
})
