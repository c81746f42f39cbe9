import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/** Polls the health of a server in its own thread. On a message it replies with the durations in milliseconds. */
const { origin, everyMilliseconds } = workerData as {
  readonly origin: string
  readonly everyMilliseconds: number
}

try {
  // The measurement must not include the time that this thread waits for a core.
  setPriority(constants.priority.PRIORITY_HIGH)
} catch (error) {
  // Only an administrator may raise the priority; without it the figures are slightly higher.
  if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
}

const times: number[] = []
let askedAt: number | undefined
parentPort?.on('message', () => {
  // A pending request has waited at least this long.
  const pendingTimes = askedAt === undefined ? [] : [performance.now() - askedAt]
  parentPort?.postMessage([...times, ...pendingTimes])
})

for (;;) {
  const start = performance.now()
  askedAt = start
  const isOk = await isHealthy()
  times.push(isOk ? performance.now() - start : Number.POSITIVE_INFINITY)
  askedAt = undefined
  await new Promise((resolve) => setTimeout(resolve, everyMilliseconds))
}

async function isHealthy(): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/health`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    // The connection was cut, or the client timed out.
    return false
  }
}
