/** Numbers from 0 to 1 that are the same for the same seed, so that a run can be repeated. */
export type Chance = () => number

/** The generator “mulberry32”. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns one of several. */
export function pick<T>(chance: Chance, choices: readonly T[]): T {
  const choice = choices[Math.floor(chance() * choices.length)]
  if (choice === undefined) throw new Error('There is nothing to choose from.')
  return choice
}
