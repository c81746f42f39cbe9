import { openSlots } from './open-slots.ts'
import { startThread } from './start-thread.ts'
import type { ThreadJobOptions, ThreadPoolSettings } from './thread-settings.ts'

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
