export type Metrics = { readonly [group: string]: { readonly 'time_taken(s)': number } }

/** Sums up what each part of the work takes. */
export function openClock() {
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
    /** The share of one question, of work that was done for several at once. */
    metrics: (questions = 1): Metrics =>
      Object.fromEntries(
        Object.entries(seconds).map(([group, taken]) => [
          group,
          { 'time_taken(s)': taken / questions },
        ]),
      ),
  }
}
