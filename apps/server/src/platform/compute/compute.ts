/** A job on one document. */
export type ComputeJob = {
  /** Identifies the document, so that a process that has it cached is not sent it again. */
  readonly key: string
  /** Loads the stored document, for a process that does not have it. */
  readonly load: () => Promise<Uint8Array>
  readonly operation: string
  /** Serializable data. */
  readonly input: unknown
  /** Name of the file, for messages. */
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Timeout of this job; by default that of the settings. */
  readonly timeoutSeconds?: number | undefined
  /** Answers questions of the running job; its timeout is paused meanwhile. */
  readonly onAsk?: ((question: unknown) => Promise<unknown>) | undefined
}

/**
 * Runs expensive computations over documents in child processes, so that they block nobody else.
 * Not in threads, because V8 ends the whole process when it cannot allocate memory.
 */
export type Compute = {
  /**
   * Throws a `ReadError` if the job takes too long or too much memory, or if its document, input or
   * result exceeds `computeLimits`; the signal's reason; what `load` and `onAsk` throw; and an
   * `Error` if the job itself fails. Other jobs are not affected.
   */
  run(job: ComputeJob): Promise<unknown>
  close(): Promise<void>
}

export type ComputeSettings = {
  /** The program of the processes; it calls `serveCompute`. */
  readonly program: URL
  readonly processes: number
  /** Timeout of one job, counted from the moment a process starts it. */
  readonly timeoutSeconds: number
  readonly heapMegabytes: number
  /** Size of the documents that one process caches; the least recently used go first. */
  readonly cacheMegabytes: number
  /** An idle process ends after this time; default 300. */
  readonly idleSeconds?: number
}
