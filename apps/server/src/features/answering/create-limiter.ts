/** Limits how many pieces of work run at a time, in order of arrival. */
export function createLimiter(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
