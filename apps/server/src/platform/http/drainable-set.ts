import { setTimeout as sleep } from 'node:timers/promises'

/** A set that callers can wait for until it is empty. */
export type DrainableSet<Item> = {
  readonly all: Iterable<Item>
  add(item: Item): void
  delete(item: Item): void
  /** Resolves when the set is empty, or after the given time. */
  drainWithin(seconds: number): Promise<void>
}

export function createDrainableSet<Item>(): DrainableSet<Item> {
  const items = new Set<Item>()
  let notifyEmpty = () => {}
  return {
    all: items,
    add: (item) => void items.add(item),
    delete(item) {
      items.delete(item)
      if (items.size === 0) notifyEmpty()
    },
    async drainWithin(seconds) {
      if (items.size === 0 || seconds <= 0) return
      const empty = new Promise<void>((resolve) => {
        notifyEmpty = resolve
      })
      await Promise.race([empty, sleep(seconds * 1000, undefined, { ref: false })])
    },
  }
}
