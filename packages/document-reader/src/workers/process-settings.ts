export type ProcessPoolSettings = {
  /** The file that a process runs; it calls `serveProcess`. */
  readonly program: URL
  readonly processes: number
  /** For one job, from the moment that a process takes it up, and again after every part. */
  readonly timeoutSeconds: number
  /** All that is resident in memory, native libraries included. */
  readonly memoryMegabytes: number
  /** A process that holds more after a job is replaced by a fresh one. */
  readonly recycleAboveMegabytes?: number
  /** A process without a job ends after so long; default 60. */
  readonly idleSeconds?: number
  /** All that the program sees of the environment, besides the folder of compiled modules; default nothing. */
  readonly env?: Readonly<Record<string, string>>
}

export type RunOptions<Part> = {
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutSeconds?: number | undefined
  /** The program goes on when it has resolved. */
  readonly onPart?: ((part: Part) => void | Promise<void>) | undefined
}
