type Mapping<Source, Output> = {
  /** How many items are worked on at once. */
  readonly limit: number
  /** The signal is aborted when nobody waits for the result any more. */
  work(item: Source, signal: AbortSignal): Promise<Output>
}

/**
 * Works on a few items at once and returns the results in the order of the items. Takes no more items than are
 * worked on, so a slow consumer makes a slow source. Leaving the loop ends the source and the work.
 */
export async function* mapInOrder<Source, Output, End>(
  source: AsyncGenerator<Source, End>,
  { limit, work }: Mapping<Source, Output>,
): AsyncGenerator<Output, End> {
  const controller = new AbortController()
  const pending: Promise<Output>[] = []
  const start = (item: Source) => {
    const result = work(item, controller.signal)
    // A failure is reported when its turn comes, or never.
    result.catch(() => {})
    pending.push(result)
  }
  try {
    for (;;) {
      while (pending.length >= limit) yield await pending.shift()!
      const next = await source.next()
      if (!next.done) {
        start(next.value)
        continue
      }
      while (pending.length > 0) yield await pending.shift()!
      return next.value
    }
  } finally {
    controller.abort(new Error('The reading was left.'))
    await source.return(undefined as End)
  }
}
