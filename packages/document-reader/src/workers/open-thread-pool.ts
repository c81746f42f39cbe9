import { openSlots } from './open-slots.ts'
import { startThread } from './start-thread.ts'
import type { ThreadJobOptions, ThreadPoolSettings } from './thread-settings.ts'

export type ThreadPool<Job, Result> = {
  /**
   * The job is made when a thread takes it up. Throws the `ReadError` that the program threw, `reader-crashed`,
   * `timed-out`, or the signal's reason.
   */
  run(makeJob: () => Job, options?: ThreadJobOptions): Promise<Result>
  close(): Promise<void>
}

/**
 * Opens a pool of threads, one job at a time each. None starts before the first job comes. Threads are for
 * WebAssembly, whose memory is capped where the module is loaded; native code belongs into a process pool.
 */
export function openThreadPool<Job, Result>(settings: ThreadPoolSettings): ThreadPool<Job, Result> {
  const slots = openSlots(settings.threads, () => startThread<Job, Result>(settings))
  return {
    run: (makeJob, options = {}) =>
      slots.use((worker) => worker.run(makeJob(), options), options.signal),
    close: () => slots.close(),
  }
}
