import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

export type WatchdogSettings = {
  /** The database in which it records the work that stalled the event loop. */
  readonly databaseUrl: string
  /** The time after which a stalled event loop ends the process; default 10. */
  readonly seconds?: number
}

export type WatchdogThreadData = Required<WatchdogSettings> & {
  /** One number, which the event loop increments. */
  readonly beats: SharedArrayBuffer
}

const beatMilliseconds = 500

/**
 * Starts a thread that ends the process if its event loop stalls: such a process answers no request, and holds
 * leases without working. Returns a function that stops the thread.
 */
export function startWatchdog({
  databaseUrl,
  seconds = 10,
}: WatchdogSettings): () => Promise<void> {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const count = new Int32Array(beats)
  const timer = setInterval(() => {
    // A process that is being debugged may stop for as long as it takes.
    if (debuggerUrl() === undefined) Atomics.add(count, 0, 1)
    else Atomics.store(count, 0, -1)
  }, beatMilliseconds)
  timer.unref()
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { databaseUrl, seconds, beats } satisfies WatchdogThreadData,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
    env: {},
    execArgv: [],
  })
  thread.unref()
  return async () => {
    clearInterval(timer)
    await thread.terminate()
  }
}
