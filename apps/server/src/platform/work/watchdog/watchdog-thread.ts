/** The thread of the watchdog. It loads next to nothing until the event loop stalls. */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { describeFailure } from '../../describe-failure.ts'
import type { Culprit } from './find-culprit.ts'
import type { WatchdogThreadData } from './start-watchdog.ts'

const { databaseUrl, seconds, beats } = workerData as WatchdogThreadData
const count = new Int32Array(beats)
const checkMilliseconds = 250
/** A thread that itself came late was suspended with the whole process, or with the machine. */
const lateMilliseconds = 2000
const endMilliseconds = 20_000

await untilStalled()
// Whatever happens now, the process ends.
setTimeout(end, endMilliseconds)
await reportCulprit().catch((error: unknown) =>
  writeLog({ reason: describeFailure(error) }, 'not recorded'),
)
end()

async function untilStalled(): Promise<void> {
  let last = Atomics.load(count, 0)
  let movedAt = performance.now()
  for (let checkedAt = movedAt; performance.now() - movedAt < seconds * 1000; ) {
    await sleep(checkMilliseconds)
    const now = performance.now()
    const beat = Atomics.load(count, 0)
    if (beat !== last || beat < 0 || now - checkedAt > lateMilliseconds) movedAt = now
    checkedAt = now
    last = beat
  }
}

/** Logs what stalls the event loop, and records it for the worker that would run the same work again. */
async function reportCulprit(): Promise<void> {
  const { findCulprit } = await import('./find-culprit.ts')
  const culprit: Culprit = await findCulprit()
  writeLog({ ...culprit, seconds }, 'the event loop is blocked; the process is being stopped')
  if (culprit.work === undefined) return
  const [{ connect }, { recordEventLoopStall }] = await Promise.all([
    import('../../db/connect.ts'),
    import('./event-loop-stalls.ts'),
  ])
  const { db } = connect(databaseUrl, { warn() {} }, 1)
  await recordEventLoopStall(db, culprit.work)
}

/** Writes a line in the format of the log, which itself needs the event loop. */
function writeLog(fields: object, msg: string): void {
  writeSync(2, `${JSON.stringify({ level: 50, time: Date.now(), ...fields, msg })}\n`)
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
