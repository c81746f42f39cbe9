/** Some of a row of things, from its whole breadth. */
export type Spread<T> = {
  add(one: T): void
  /** The first, the middle and the last one; then others, in case these are not enough. */
  readonly picks: readonly T[]
}

const mostKept = 64

/** How many there will be is not known before: every so many are kept, and fewer the more there are. */
export function openSpread<T>(): Spread<T> {
  let kept: T[] = []
  let distance = 1
  let count = 0
  let last: T | undefined
  return {
    add(one) {
      if (count % distance === 0) kept.push(one)
      if (kept.length > mostKept) {
        kept = kept.filter((_, i) => i % 2 === 0)
        distance *= 2
      }
      last = one
      count += 1
    },
    get picks() {
      const middle = kept[Math.round((count - 1) / 2 / distance)]
      const some = [kept[0], middle, last, ...kept].filter((one) => one !== undefined)
      return [...new Set(some)]
    },
  }
}
