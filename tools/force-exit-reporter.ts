import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import type { Reporter } from 'vitest/node'

/** Environment variable of a test run; processes that its tests started inherit it and are recognised by it. */
export const runMarker = 'RECTO_TEST_RUN'

/** Path of a file that exists if an error was thrown outside of tests, which Vitest's report does not contain. */
export const errorFileOf = (report: string) => `${report}.errors`

const patienceMilliseconds = 60_000

type ConfiguredReporter = 'default' | ['json', { outputFile: string }]

/**
 * Vitest waits forever for the output of its workers if a process that a test did not stop keeps it open.
 * This reporter ends Vitest a minute after the last test, with its exit code, and names such processes.
 */
class ForceExitReporter implements Reporter {
  onTestRunEnd(_files: unknown, errors: readonly unknown[]): void {
    const report = process.env.RECTO_TEST_REPORT
    if (report && errors.length > 0) writeFileSync(errorFileOf(report), `${errors.length}`)
    const timer = setTimeout(() => {
      console.error(
        '\nThe tests ended a minute ago, but Vitest is still waiting. It is terminated now.',
      )
      for (const { pid, command } of findLeftProcesses(process.env[runMarker])) {
        console.error(`Terminated a process that a test did not stop: ${command} (process ${pid})`)
        kill(pid)
      }
      process.exit()
    }, patienceMilliseconds)
    // The timer must not keep Vitest alive when no process is left.
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
  return ['default', ...report, new ForceExitReporter()]
}

/** Lists the processes of this run except this one and its parents. */
function findLeftProcesses(run: string | undefined) {
  const own = new Set([process.pid, process.ppid, Number(run)])
  return (
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && !own.has(pid))
      .filter((pid) => read(pid, 'environ').includes(`${runMarker}=${run}`))
      .map((pid) => ({ pid, command: read(pid, 'cmdline').join(' ').trim() }))
      // Vitest's own watchdog ends together with Vitest.
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

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
