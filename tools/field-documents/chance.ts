import { randomNumbers } from '@recto/testkit/list-samples'

/** Choices that are the same each time for the same seed. */
export type Chance = {
  /** Whether what happens so often happens this time. */
  readonly happens: (share: number) => boolean
  /** A whole number, both ends included. */
  readonly whole: (from: number, to: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly digits: (count: number) => string
}

export function chanceOf(seed: number): Chance {
  const next = randomNumbers(seed)
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    whole,
    happens: (share) => next() < share,
    pick(from) {
      const picked = from[whole(0, from.length - 1)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
    digits: (count) =>
      String(whole(1, 9)) + Array.from({ length: count - 1 }, () => whole(0, 9)).join(''),
  }
}
