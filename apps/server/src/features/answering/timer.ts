export type Metrics = { readonly [group: string]: { readonly 'time_taken(s)': number } }

/** Sums the time that each part of the work takes. */
export function createTimer() {
  const seconds: Record<string, number> = {}
  return {
    async time<T>(group: string, work: () => Promise<T>): Promise<T> {
      const start = performance.now()
      try {
        return await work()
      } finally {
        seconds[group] = (seconds[group] ?? 0) + (performance.now() - start) / 1000
      }
    },
    /** The times, divided by the number of questions that shared the work. */
    metrics: (questions = 1): Metrics =>
      Object.fromEntries(
        Object.entries(seconds).map(([group, total]) => [
          group,
          { 'time_taken(s)': total / questions },
        ]),
      ),
  }
}
