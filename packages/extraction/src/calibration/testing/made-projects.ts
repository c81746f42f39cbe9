import type { Judged } from '../judged.ts'

/** Mulberry32: the same numbers from the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * How right a project’s values are by their confidence: less the less sure they are, by a power or by their log-odds; by
 * one step; the same for all; more than they say; and at five confidences only.
 */
export const shapes = ['power', 'log-odds', 'step', 'flat', 'modest', 'five'] as const
type Shape = (typeof shapes)[number]

type MadeProject = {
  draw(count: number): Judged[]
  /** How often values of such a confidence are right. */
  rateOf(confidence: number): number
}

type Random = () => number
type Rate = (confidence: number) => number

const levels = [0.35, 0.6, 0.82, 0.93, 0.99] as const
const thousandths = (share: number) => Math.round(1000 * share) / 1000
const within = (share: number) => Math.min(0.99, Math.max(0.01, thousandths(share)))

const made: Readonly<Record<Shape, (random: Random) => Rate>> = {
  power(random) {
    const bend = 1 + 3 * random()
    const leastWrong = 0.0005 + 0.004 * random()
    return (confidence) => (1 - leastWrong) * confidence ** bend
  },
  'log-odds'(random) {
    const slope = 0.3 + 2 * random()
    const bias = -2 + 3 * random()
    return (confidence) =>
      1 / (1 + Math.exp(-(slope * Math.log(confidence / (1 - confidence)) + bias)))
  },
  step(random) {
    const at = 0.4 + 0.5 * random()
    const low = 0.1 + 0.4 * random()
    const high = 0.85 + 0.14 * random()
    return (confidence) => (confidence >= at ? high : low)
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
  if (shape === 'modest') return within(random())
  if (shape === 'five') return levels[Math.floor(5 * (1 - random() ** 2))] ?? 0.99
  return within(1 - random() ** 2)
}

/** A project of which it is known how right its values are; the same from the same seed. */
export function projectOf(seed: number, shape: Shape = 'power'): MadeProject {
  const random = randomFrom(seed)
  const rateOf = made[shape](random)
  const drawOne = (): Judged => {
    const confidence = confidenceOf(shape, random)
    return { confidence, isRight: random() < rateOf(confidence) }
  }
  return { rateOf, draw: (count) => Array.from({ length: count }, drawOne) }
}
