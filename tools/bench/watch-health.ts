import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const everyMilliseconds = 20

export type HealthWatch = {
  /** Resolves with the milliseconds that each answer took; infinite for one that was no success. */
  stop(): Promise<number[]>
}

/** Asks for the health of a server all the time, from a thread that nothing else holds up. */
export function watchHealth(origin: string): HealthWatch {
  const worker = new Worker(new URL('./health-thread.ts', import.meta.url), {
    workerData: { origin, everyMilliseconds },
  })
  return {
    async stop() {
      worker.postMessage('stop')
      const [taken] = await once(worker, 'message')
      await worker.terminate()
      return taken
    },
  }
}
