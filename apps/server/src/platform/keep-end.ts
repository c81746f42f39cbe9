type KeptIteration<Item, End> = {
  readonly items: AsyncGenerator<Item>
  /** Returns what the iteration returned; `undefined` until it came to its end. */
  readonly end: () => End | undefined
}

/** Keeps what an iteration returns at its end, which a loop over it drops. */
export function keepEnd<Item, End>(iterable: AsyncIterable<Item, End>): KeptIteration<Item, End> {
  let end: End | undefined
  async function* iterate() {
    end = yield* iterable
  }
  return { items: iterate(), end: () => end }
}
