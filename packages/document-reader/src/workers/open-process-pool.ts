import { openSlots } from './open-slots.ts'
import type { ProcessPoolSettings, RunOptions } from './process-settings.ts'
import { startProcess } from './start-process.ts'

export type ProcessPool<Job, Result, Part = never> = {
  /**
   * Throws the `ReadError` that the program threw; `reader-crashed` when the program threw anything else, died
   * or took too much memory; `timed-out`; the signal's reason; and what `onPart` throws, which ends the job.
   * `name` is the file's, for messages.
   */
  run(job: Job, options?: RunOptions<Part>): Promise<Result>
  close(): Promise<void>
}

/** Opens a pool of child processes, one job at a time each. None starts before the first job comes. */
export function openProcessPool<Job, Result, Part = never>(
  settings: ProcessPoolSettings,
): ProcessPool<Job, Result, Part> {
  const slots = openSlots(settings.processes, () => startProcess<Job, Result, Part>(settings))
  return {
    run: (job, options = {}) => slots.use((worker) => worker.run(job, options), options.signal),
    close: () => slots.close(),
  }
}
