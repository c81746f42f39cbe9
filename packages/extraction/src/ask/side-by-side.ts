/**
 * Does the work for each, so many at a time, and returns the results in their order. When one fails, no
 * further one is begun, those under way are waited for, and the first failure is thrown.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const failures: unknown[] = []
  let next = 0
  const place = async () => {
    while (next < items.length && failures.length === 0) {
      const index = next
      next += 1
      try {
        results[index] = await work(items[index] as Item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, place))
  if (failures.length > 0) throw failures[0]
  return results
}
