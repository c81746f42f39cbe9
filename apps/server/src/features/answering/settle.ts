/** What became of one piece of work. */
export type Settled<T> =
  | { readonly isDone: true; readonly value: T }
  | { readonly isDone: false; readonly error: unknown }

export async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { isDone: true, value: await work() }
  } catch (error) {
    return { isDone: false, error }
  }
}

/** Throws what the work threw. */
export function settledValue<T>(settled: Settled<T>): T {
  if (settled.isDone) return settled.value
  throw settled.error
}

/** Lets so many pieces of work run at a time, first come, first served. */
export function openPlaces(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
