import { setTimeout as sleep } from 'node:timers/promises'

/** A set that can be waited for until nothing is in it. */
export type Emptying<Item> = {
  readonly all: Iterable<Item>
  add(item: Item): void
  delete(item: Item): void
  /** Resolves when it is empty, at the latest when the time is over. */
  emptyWithin(seconds: number): Promise<void>
}

export function openEmptying<Item>(): Emptying<Item> {
  const items = new Set<Item>()
  let notifyEmpty = () => {}
  return {
    all: items,
    add: (item) => void items.add(item),
    delete(item) {
      items.delete(item)
      if (items.size === 0) notifyEmpty()
    },
    async emptyWithin(seconds) {
      if (items.size === 0 || seconds <= 0) return
      const empty = new Promise<void>((resolve) => {
        notifyEmpty = resolve
      })
      await Promise.race([empty, sleep(seconds * 1000, undefined, { ref: false })])
    },
  }
}
