/** The thread of the watchdog. It loads next to nothing until the loop stands still. */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { describeFailure } from '../describe-failure.ts'
import type { Culprit } from './find-culprit.ts'
import type { Watched } from './start-watchdog.ts'

const { databaseUrl, seconds, beats } = workerData as Watched
const count = new Int32Array(beats)
const lookMilliseconds = 250
/** A thread that itself came late was suspended with the whole process, or with the machine. */
const lateMilliseconds = 2000
const endMilliseconds = 20_000

await untilStandstill()
// Whatever happens now, the process ends.
setTimeout(end, endMilliseconds)
await testify().catch((error: unknown) => say({ reason: describeFailure(error) }, 'not recorded'))
end()

async function untilStandstill(): Promise<void> {
  let last = Atomics.load(count, 0)
  let movedAt = performance.now()
  for (let lookedAt = movedAt; performance.now() - movedAt < seconds * 1000; ) {
    await sleep(lookMilliseconds)
    const now = performance.now()
    const beat = Atomics.load(count, 0)
    if (beat !== last || beat < 0 || now - lookedAt > lateMilliseconds) movedAt = now
    lookedAt = now
    last = beat
  }
}

/** Says over what the loop stands still, and writes it down for whoever would take that up again. */
async function testify(): Promise<void> {
  const { findCulprit } = await import('./find-culprit.ts')
  const culprit: Culprit = await findCulprit()
  say({ ...culprit, seconds }, 'the event loop is blocked; the process is being stopped')
  if (culprit.work === undefined) return
  const [{ connect }, { recordEventLoopStall }] = await Promise.all([
    import('../db/connect.ts'),
    import('./event-loop-stalls.ts'),
  ])
  const { db } = connect(databaseUrl, { warn() {} }, 1)
  await recordEventLoopStall(db, culprit.work)
}

/** In the form of the log, whose own way leads over the loop. */
function say(fields: object, msg: string): void {
  writeSync(2, `${JSON.stringify({ level: 50, time: Date.now(), ...fields, msg })}\n`)
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
