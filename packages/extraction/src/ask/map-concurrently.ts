/**
 * Maps items with limited concurrency and returns the results in the order of the items. After a
 * failure no further call starts; the calls in flight are awaited, and the first failure is thrown.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  maxConcurrent: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const failures: unknown[] = []
  let nextIndex = 0
  const runWorker = async () => {
    while (nextIndex < items.length && failures.length === 0) {
      const index = nextIndex
      nextIndex += 1
      try {
        results[index] = await map(items[index] as Item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, runWorker))
  if (failures.length > 0) throw failures[0]
  return results
}
