import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const everyMilliseconds = 20

export type HealthWatch = {
  /** Resolves with the duration of each request in milliseconds, which is infinite for a failed one. */
  stop(): Promise<number[]>
}

/** Polls the health of a server from a separate thread that no other work delays. */
export function watchHealth(origin: string): HealthWatch {
  const worker = new Worker(new URL('./health-thread.ts', import.meta.url), {
    workerData: { origin, everyMilliseconds },
  })
  return {
    async stop() {
      worker.postMessage('stop')
      const [milliseconds] = await once(worker, 'message')
      await worker.terminate()
      return milliseconds
    },
  }
}
