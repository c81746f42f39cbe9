export type ThreadPoolSettings = {
  /** The file that a thread runs; it calls `serveThread`. */
  readonly program: URL
  readonly workerData?: unknown
  readonly threads: number
  /** Time limit per job, from the moment that a thread starts it. */
  readonly timeoutSeconds: number
}

export type ThreadJobOptions = {
  /** The file's, for messages. */
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
}
