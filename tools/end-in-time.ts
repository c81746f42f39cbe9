import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import type { Reporter } from 'vitest/node'

/** Set for a run of tests, and so for whatever its tests start; processes that are left behind are known by it. */
export const markOfRun = 'RECTO_TEST_RUN'

/** A file that is there when something was thrown outside of tests, of which Vitest's report says nothing. */
export const errorsBeside = (report: string) => `${report}.errors`

const patienceMilliseconds = 60_000

type ConfiguredReporter = 'default' | ['json', { outputFile: string }]

/**
 * Vitest waits without an end for the output of its workers, which a process that a test has left behind holds open.
 * A minute after the last test it ends all the same, with its own exit code, and names what was left.
 */
class EndInTime implements Reporter {
  onTestRunEnd(_files: unknown, errors: readonly unknown[]): void {
    const report = process.env.RECTO_TEST_REPORT
    if (report && errors.length > 0) writeFileSync(errorsBeside(report), `${errors.length}`)
    const timer = setTimeout(() => {
      console.error('\nThe tests have ended a minute ago, and Vitest still waits. It is ended now.')
      for (const { pid, command } of leftBehind(process.env[markOfRun])) {
        console.error(`Left behind by a test, and ended too: ${command} (process ${pid})`)
        end(pid)
      }
      process.exit()
    }, patienceMilliseconds)
    // Where nothing is left, nothing waits for this.
    timer.unref()
  }
}

/**
 * Returns Vitest's reporters: its default output, the report that `runVitest` requests, and the one
 * that ends the run in time.
 */
export function reportersOf(env: NodeJS.ProcessEnv): [...ConfiguredReporter[], Reporter] {
  const report: ConfiguredReporter[] = env.RECTO_TEST_REPORT
    ? [['json', { outputFile: env.RECTO_TEST_REPORT }]]
    : []
  return ['default', ...report, new EndInTime()]
}

/** The processes of this run beside itself and those above it. */
function leftBehind(run: string | undefined) {
  const own = new Set([process.pid, process.ppid, Number(run)])
  return (
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && !own.has(pid))
      .filter((pid) => read(pid, 'environ').includes(`${markOfRun}=${run}`))
      .map((pid) => ({ pid, command: read(pid, 'cmdline').join(' ').trim() }))
      // Vitest's own, which ends with it.
      .filter(({ command }) => command !== 'vitest-watchdog')
  )
}

function read(pid: number, name: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
