/** Samples items evenly from a list of unknown length. */
export type EvenSample<T> = {
  add(item: T): void
  /** The first, middle and last items, then others in case these are not enough. */
  readonly picks: readonly T[]
}

const maxItems = 64

/**
 * The number of items is not known in advance, so every nth item is stored, with n doubling as the
 * list grows.
 */
export function createEvenSample<T>(): EvenSample<T> {
  let items: T[] = []
  let distance = 1
  let count = 0
  let last: T | undefined
  return {
    add(item) {
      if (count % distance === 0) items.push(item)
      if (items.length > maxItems) {
        items = items.filter((_, i) => i % 2 === 0)
        distance *= 2
      }
      last = item
      count += 1
    },
    get picks() {
      const middle = items[Math.round((count - 1) / 2 / distance)]
      const candidates = [items[0], middle, last, ...items].filter((item) => item !== undefined)
      return [...new Set(candidates)]
    },
  }
}
