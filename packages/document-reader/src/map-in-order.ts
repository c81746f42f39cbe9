type Mapping<In, Out> = {
  /** How many items are worked on at once. */
  readonly limit: number
  /** The signal is aborted when nobody waits for the result any more. */
  work(item: In, signal: AbortSignal): Promise<Out>
}

/**
 * Works on a few items at once and returns the results in the order of the items. Takes no more items than are
 * worked on, so a slow consumer makes a slow source. Leaving the loop ends the source and the work.
 */
export async function* mapInOrder<In, Out, End>(
  source: AsyncGenerator<In, End>,
  { limit, work }: Mapping<In, Out>,
): AsyncGenerator<Out, End> {
  const controller = new AbortController()
  const pending: Promise<Out>[] = []
  const start = (item: In) => {
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
