type How<Item> = {
  readonly maxAtOnce: number
  readonly run: (item: Item) => Promise<void>
}

/** Runs the items in their order, no more than so many at the same time. */
export async function sideBySide<Item>(
  items: readonly Item[],
  { maxAtOnce, run }: How<Item>,
): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, lane))
}
