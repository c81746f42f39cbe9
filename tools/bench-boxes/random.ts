/** A repeatable series of random choices. */
export type Random = {
  /** 0 to 1. */
  next(): number
  /** 0 to below the limit. */
  integer(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** Mulberry32, by Tommy Ettinger. */
export function openRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296
  }
  const integer = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    integer,
    pick: (items) => items[integer(items.length)]!,
    shuffle: (items) =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
  }
}
