import { openSlots } from './open-slots.ts'
import { startThread } from './start-thread.ts'

export type ThreadPoolSettings = {
  /** The file that a thread runs; it calls `serveThread`. */
  readonly program: URL
  readonly workerData?: unknown
  readonly threads: number
  /** For one job, from the moment that a thread takes it up. */
  readonly timeoutSeconds: number
}

export type ThreadJobOptions = {
  /** The file's, for messages. */
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type ThreadPool<Job, Answer> = {
  /** Throws the `ReadError` that the program threw, `reader-crashed`, `timed-out`, or the signal's reason. */
  run(job: Job, options?: ThreadJobOptions): Promise<Answer>
  close(): Promise<void>
}

/**
 * Opens a pool of threads, one job at a time each. None starts before the first job comes. Threads are for
 * WebAssembly, whose memory is capped where the module is loaded; native code belongs into a process pool.
 */
export function openThreadPool<Job, Answer>(settings: ThreadPoolSettings): ThreadPool<Job, Answer> {
  const slots = openSlots(settings.threads, () => startThread<Job, Answer>(settings))
  return {
    run: (job, options = {}) => slots.use((workman) => workman.run(job, options), options.signal),
    close: () => slots.close(),
  }
}
