import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/** Asks a server for its health again and again, in a thread that nothing else holds up; told to stop, it answers the milliseconds taken. */
const { origin, everyMilliseconds } = workerData as {
  readonly origin: string
  readonly everyMilliseconds: number
}

try {
  // What is measured is the server, not how long this thread waits for a core behind the uploads.
  setPriority(constants.priority.PRIORITY_HIGH)
} catch (error) {
  // Only an administrator may; without it the figures are a little higher.
  if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
}

const times: number[] = []
let askedAt: number | undefined
parentPort?.on('message', () => {
  // One that is still without its answer has waited at least for so long.
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
    // Cut off, or no answer for so long that the client gave up.
    return false
  }
}
