import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Maximum amount of unwritten data: other programs always write some, and more is left over from
 * filling the database.
 */
const settledMegabytes = 64
const patienceMilliseconds = 120_000

/** Waits until the system has flushed its write cache, because that occupies cores and the disk. */
export async function awaitWriteBack(print: (line: string) => void): Promise<void> {
  await run('sync')
  const deadline = performance.now() + patienceMilliseconds
  for (;;) {
    const megabytes = await unwrittenMegabytes()
    if (megabytes <= settledMegabytes) return
    if (performance.now() > deadline) {
      print(`${megabytes.toFixed(0)} MB are still unwritten; other programs may be writing`)
      return
    }
    await sleep(1000)
  }
}

async function unwrittenMegabytes(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8')
  const matches = text.matchAll(/^(?:Dirty|Writeback): +(\d+) kB$/gm)
  return [...matches].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1024
}
