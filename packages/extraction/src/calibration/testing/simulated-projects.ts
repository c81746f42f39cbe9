import type { CalibrationSample } from '../isotonic.ts'

/** Returns the Mulberry32 generator, which is deterministic for a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Relations between the confidence of a project's values and the rate at which they are right: a
 * power, a line in the log-odds, one step, a constant rate, a rate above the confidence, and a
 * power with only five distinct confidences.
 */
export const shapes = ['power', 'log-odds', 'step', 'flat', 'modest', 'five'] as const
type Shape = (typeof shapes)[number]

type SimulatedProject = {
  draw(count: number): CalibrationSample[]
  /** Returns the rate at which values of a confidence are right. */
  rateOf(confidence: number): number
}

type Random = () => number
type Rate = (confidence: number) => number

const levels = [0.35, 0.6, 0.82, 0.93, 0.99] as const
const thousandths = (share: number) => Math.round(1000 * share) / 1000
const clamp = (share: number) => Math.min(0.99, Math.max(0.01, thousandths(share)))

const rateFactories: Readonly<Record<Shape, (random: Random) => Rate>> = {
  power(random) {
    const bend = 1 + 3 * random()
    const minWrong = 0.0005 + 0.004 * random()
    return (confidence) => (1 - minWrong) * confidence ** bend
  },
  'log-odds'(random) {
    const slope = 0.3 + 2 * random()
    const bias = -2 + 3 * random()
    return (confidence) =>
      1 / (1 + Math.exp(-(slope * Math.log(confidence / (1 - confidence)) + bias)))
  },
  step(random) {
    const threshold = 0.4 + 0.5 * random()
    const low = 0.1 + 0.4 * random()
    const high = 0.85 + 0.14 * random()
    return (confidence) => (confidence >= threshold ? high : low)
  },
  flat(random) {
    const rate = 0.5 + 0.45 * random()
    return () => rate
  },
  modest(random) {
    const wrong = 0.2 + 0.8 * random()
    return (confidence) => 0.999 - (1 - confidence) * wrong
  },
  five(random) {
    const bend = 1 + 2 * random()
    return (confidence) => confidence ** bend
  },
}

function confidenceOf(shape: Shape, random: Random): number {
  if (shape === 'power') return thousandths(1 - random() ** 3)
  if (shape === 'modest') return clamp(random())
  if (shape === 'five') return levels[Math.floor(5 * (1 - random() ** 2))] ?? 0.99
  return clamp(1 - random() ** 2)
}

/** Creates a project whose values are right at a known rate; deterministic for a seed. */
export function projectOf(seed: number, shape: Shape = 'power'): SimulatedProject {
  const random = randomFrom(seed)
  const rateOf = rateFactories[shape](random)
  const drawOne = (): CalibrationSample => {
    const confidence = confidenceOf(shape, random)
    return { confidence, isRight: random() < rateOf(confidence) }
  }
  return { rateOf, draw: (count) => Array.from({ length: count }, drawOne) }
}
