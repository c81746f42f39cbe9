import { nameOf, ReadError } from '@recto/document-text/read-error'
import { watchMemory } from './resident-memory.ts'

export type JobGuard = {
  /** Stops the clock, while the caller and not the process is at work. */
  pause(): void
  /** Starts the time limit anew. */
  resume(): void
  release(): void
}

export type JobGuardOptions = {
  readonly timeoutSeconds: number
  /** The process whose memory is watched; a thread has none of its own. */
  readonly pid?: number | undefined
  readonly memoryMegabytes?: number
  /** The file's, for messages. */
  readonly name?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with the reason when the time or the memory is used up, or the job is aborted. */
  readonly fail: (reason: unknown) => void
}

/** Watches over one job of a thread or a process. */
export function guardJob(options: JobGuardOptions): JobGuard {
  const { pid, memoryMegabytes = 0, timeoutSeconds, signal, fail } = options
  const file = nameOf(options.name)
  const timedOut = () =>
    fail(new ReadError('timed-out', `${file} took longer than ${timeoutSeconds} s to read.`))
  const tooLarge = () =>
    fail(
      new ReadError(
        'reader-crashed',
        `${file} needs too much memory: reading it took more than ${memoryMegabytes} MB.`,
      ),
    )
  const abort = () => fail(signal?.reason)

  let timer = setTimeout(timedOut, timeoutSeconds * 1000)
  const limitBytes = memoryMegabytes * 1024 * 1024
  const unwatch = pid === undefined ? () => {} : watchMemory(pid, limitBytes, tooLarge)
  signal?.addEventListener('abort', abort, { once: true })
  return {
    pause: () => clearTimeout(timer),
    resume() {
      clearTimeout(timer)
      timer = setTimeout(timedOut, timeoutSeconds * 1000)
    },
    release() {
      clearTimeout(timer)
      unwatch()
      signal?.removeEventListener('abort', abort)
    },
  }
}
