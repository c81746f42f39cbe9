import { openSlots } from './open-slots.ts'
import { startProcess } from './start-process.ts'

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
  /** All that the program sees of the environment; default nothing. */
  readonly env?: Readonly<Record<string, string>>
}

export type ProcessPool<Job, Answer, Part = never> = {
  /**
   * Throws the `ReadError` that the program threw; `reader-crashed` when the program threw anything else, died
   * or took too much memory; `timed-out`; the signal's reason; and what `onPart` throws, which ends the job.
   * `name` is the file's, for messages.
   */
  run(job: Job, options?: RunOptions<Part>): Promise<Answer>
  close(): Promise<void>
}

export type RunOptions<Part> = {
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutSeconds?: number | undefined
  /** The program goes on when it has resolved. */
  readonly onPart?: ((part: Part) => void | Promise<void>) | undefined
}

/** Opens a pool of child processes, one job at a time each. None starts before the first job comes. */
export function openProcessPool<Job, Answer, Part = never>(
  settings: ProcessPoolSettings,
): ProcessPool<Job, Answer, Part> {
  const slots = openSlots(settings.processes, () => startProcess<Job, Answer, Part>(settings))
  return {
    run: (job, options = {}) => slots.use((workman) => workman.run(job, options), options.signal),
    close: () => slots.close(),
  }
}
