import { randomNumbers } from '@recto/testkit/list-samples'

/** Random choices that are deterministic for a seed. */
export type Chance = {
  /** Returns true with the given probability. */
  readonly happens: (share: number) => boolean
  /** Returns a whole number in a range that includes both ends. */
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
      const choice = from[whole(0, from.length - 1)]
      if (choice === undefined) throw new Error('There is nothing to pick from.')
      return choice
    },
    digits: (count) =>
      String(whole(1, 9)) + Array.from({ length: count - 1 }, () => whole(0, 9)).join(''),
  }
}
