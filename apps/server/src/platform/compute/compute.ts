/** One piece of work over one document. */
export type ComputeJob = {
  /** Names the document, so that a thread that holds it is not sent it again. */
  readonly key: string
  /** The document as it is stored, for a thread that does not hold it. */
  readonly load: () => Promise<Uint8Array>
  readonly operation: string
  /** Plain data. */
  readonly input: unknown
  /** The file's, for messages. */
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** For this job alone; else that of the settings. */
  readonly timeoutSeconds?: number | undefined
  /** What the work asks of the process while it is under way; its clock stands still meanwhile. */
  readonly onAsk?: ((question: unknown) => Promise<unknown>) | undefined
}

/** Threads for what takes long to compute over a document, so that nobody else waits for it. */
export type Compute = {
  /**
   * Throws a `ReadError` when the work takes too long or too much memory, the signal's reason, what
   * `load` and `onAsk` throw, and an `Error` when the work itself failed. Other work goes on.
   */
  run(job: ComputeJob): Promise<unknown>
  close(): Promise<void>
}

export type ComputeSettings = {
  /** The file that a thread runs; it calls `serveCompute`. */
  readonly program: URL
  readonly threads: number
  /** For one job, from the moment that a thread takes it up. */
  readonly timeoutSeconds: number
  readonly heapMegabytes: number
  /** Of stored documents that one thread holds; what was used longest ago goes first. */
  readonly heldMegabytes: number
}
