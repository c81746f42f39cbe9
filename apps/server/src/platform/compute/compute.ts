/** One piece of work over one document. */
export type ComputeJob = {
  /** Names the document, so that a process that holds it is not sent it again. */
  readonly key: string
  /** The document as it is stored, for a process that does not hold it. */
  readonly load: () => Promise<Uint8Array>
  readonly operation: string
  /** Plain data. */
  readonly input: unknown
  /** The file's, for messages. */
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** For this job alone; else that of the settings. */
  readonly timeoutSeconds?: number | undefined
  /** What the work asks of the server while it is under way; its clock stands still meanwhile. */
  readonly onAsk?: ((question: unknown) => Promise<unknown>) | undefined
}

/**
 * Processes for what takes long to compute over a document, so that nobody else waits for it. They are no threads: an
 * engine that cannot have the memory that it wants at once ends its process, with all threads in it.
 */
export type Compute = {
  /**
   * Throws a `ReadError` when the work takes too long or too much memory, or has more to work on or to say than
   * `computeLimits`; the signal's reason, what `load` and `onAsk` throw, and an `Error` when the work itself failed.
   * Other work goes on.
   */
  run(job: ComputeJob): Promise<unknown>
  close(): Promise<void>
}

export type ComputeSettings = {
  /** The file that a process runs; it calls `serveCompute`. */
  readonly program: URL
  readonly processes: number
  /** For one job, from the moment that a process takes it up. */
  readonly timeoutSeconds: number
  readonly heapMegabytes: number
  /** Of stored documents that one process holds; what was used longest ago goes first. */
  readonly heldMegabytes: number
  /** A process without a job ends after so long; default 300. */
  readonly idleSeconds?: number
}
