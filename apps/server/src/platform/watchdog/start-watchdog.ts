import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

export type WatchdogSettings = {
  /** Where it writes down over what the loop stood still. */
  readonly databaseUrl: string
  /** For how long the loop may stand still; 10 unless stated. */
  readonly seconds?: number
}

/** What the thread is given. */
export type Watched = Required<WatchdogSettings> & {
  /** One number, which the loop raises. */
  readonly beats: SharedArrayBuffer
}

const beatMilliseconds = 500

/**
 * Starts a thread that ends the process when its loop stands still: then nothing is answered, and no lease
 * is renewed nor passed on by a process that is alive. Resolves with what ends the watch.
 */
export function startWatchdog({
  databaseUrl,
  seconds = 10,
}: WatchdogSettings): () => Promise<void> {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const count = new Int32Array(beats)
  const timer = setInterval(() => {
    // Whoever debugs may stand still for as long as it takes.
    if (debuggerUrl() === undefined) Atomics.add(count, 0, 1)
    else Atomics.store(count, 0, -1)
  }, beatMilliseconds)
  timer.unref()
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { databaseUrl, seconds, beats } satisfies Watched,
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
