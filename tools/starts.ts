/**
 * `npm run starts`: starts the product many times while other processes take all cores, and reports how each
 * start ended.
 *
 *   node tools/starts.ts [--copies N] [--parallel N] [--busy N] [--minutes N] [--json FILE]
 *
 * Each copy is a clone of the last commit with an empty data folder. It is started, which builds the web
 * pages and creates a database; answers; is told to stop; and is started a second time. Fails if a start ends
 * by itself, or if the last line of an end is not a reason.
 */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { makeCopy } from './starts/make-copy.ts'
import { describeStart, type StartReport, startAndStop } from './starts/start-and-stop.ts'

const { values: options } = parseArgs({
  options: {
    busy: { type: 'string', default: String(availableParallelism()) },
    copies: { type: 'string', default: '100' },
    json: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    parallel: { type: 'string', default: '1' },
  },
})
const deadline = performance.now() + Number(options.minutes) * 60_000
const busyLoops = Array.from({ length: Number(options.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
process.once('exit', () => {
  for (const loop of busyLoops) loop.kill('SIGKILL')
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))

const starts: StartReport[] = []
let nextCopy = 1
await Promise.all(Array.from({ length: Number(options.parallel) }, startCopies))

const unexplainedEnds = starts.filter(({ isExplained }) => !isExplained)
const endedEarly = starts.filter(({ secondsToReady }) => secondsToReady === undefined)
for (const kind of ['fresh', 'second'] as const) {
  const times = starts
    .filter((start) => start.kind === kind)
    .map(({ secondsToReady }) => secondsToReady)
    .filter((seconds) => seconds !== undefined)
    .sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)]
  const slowest = times.at(-1)
  console.log(
    `${kind}: ${times.length} were ready, after ${median?.toFixed(1)} s (median), ${slowest?.toFixed(1)} s (slowest)`,
  )
}
console.log(
  `${starts.length} starts, ${endedEarly.length} ended before they were ready, ${unexplainedEnds.length} unexplained ends; load average ${loadavg()[0]?.toFixed(1)}`,
)
if (options.json) await writeFile(options.json, `${JSON.stringify(starts, null, 2)}\n`)
process.exit(endedEarly.length + unexplainedEnds.length > 0 ? 1 : 0)

async function startCopies(): Promise<void> {
  while (nextCopy <= Number(options.copies) && performance.now() < deadline) {
    const number = nextCopy++
    await using copy = await makeCopy()
    for (const kind of ['fresh', 'second'] as const) {
      if (performance.now() > deadline) return
      const start = await startAndStop({ folder: copy.folder, number, kind })
      starts.push(start)
      console.log(describeStart(start))
    }
  }
}
