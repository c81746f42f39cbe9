/**
 * Combines single requests into batches: whatever is requested while a batch is loading is loaded
 * together next. `loadBatch` returns the results in the order of the items. If it throws, each item
 * is loaded alone, so that none fails because of another.
 */
export function createBatchLoader<Item, Result>(
  loadBatch: LoadBatch<Item, Result>,
): (item: Item) => Promise<Result> {
  let queue: QueuedItem<Item, Result>[] = []
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    // Requests of the same tick belong to the first batch.
    await Promise.resolve()
    while (queue.length > 0) {
      const batch = queue
      queue = []
      await runBatch(loadBatch, batch)
    }
    isRunning = false
  }

  return (item) => {
    const request = { item, ...Promise.withResolvers<Result>() }
    queue.push(request)
    if (!isRunning) void runAll()
    return request.promise
  }
}

type LoadBatch<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>
type QueuedItem<Item, Result> = { readonly item: Item } & PromiseWithResolvers<Result>

async function runBatch<Item, Result>(
  loadBatch: LoadBatch<Item, Result>,
  batch: readonly QueuedItem<Item, Result>[],
): Promise<void> {
  try {
    const results = await loadBatch(batch.map(({ item }) => item))
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
  } catch (error) {
    const [first, ...rest] = batch
    if (rest.length === 0) first?.reject(error)
    else for (const request of batch) await runBatch(loadBatch, [request])
  }
}
