/**
 * How much of something may be under way at a time, in all processes together, such as calls of one
 * adapter. Each process holds an allowance, and the allowances of all stay within the bound; so nothing
 * is asked of the database for a single piece of work.
 */
export type DistributedSemaphore = {
  /**
   * Runs the work when this process may, first come, first served for each name. Whoever waits holds
   * nothing that work under another name needs. What is of a batch, for which nobody waits, lets all
   * other work go first.
   */
  run<T>(name: string, work: () => Promise<T>, turn?: SemaphorePriority): Promise<T>
}

export type SemaphorePriority = {
  /** Whether nobody waits for the work: then it goes after what somebody waits for. */
  readonly isBatch?: boolean | undefined
}

export type ClosableSemaphore = DistributedSemaphore & {
  /** Gives back what this process holds. */
  close(): Promise<void>
}
