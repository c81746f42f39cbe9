import { basename } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../platform/app-error.ts'
import { type Config, ConfigError, parseConfig } from '../../platform/config/config.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { describeFailure } from '../../platform/describe-failure.ts'
import { type Log, openLog } from '../../platform/log/log.ts'
import { NewerDatabaseError } from '../../platform/migrate.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { openTracing } from '../../platform/tracing/open-tracing.ts'
import { readEnvironment } from './read-environment.ts'

export type Running = {
  readonly config: Config
  readonly log: Log
  /** A line for the person who started the process. */
  print(line: string): void
  /** Closed when the process ends, the last one first; at once when it is ending already. */
  onStop(close: () => Promise<void>): void
  /** For what must not outlive a process that ends without a stop; called at once, and not waited for. */
  onCutOff(act: () => void): void
  /** Ends the process because it cannot go on. */
  fail(error: unknown): void
}

/** What this process and those that it starts make is nobody else's to read, whatever the folder was. */
const ownerOnly = 0o077

/** Within ten seconds every caller is answered; then jobs are handed on, and the database is stopped. */
const graceMilliseconds = 20_000

/**
 * Runs a process of the product until it is told to stop. Whatever it has opened by then is closed, also
 * when it is still starting. Told a second time, or when that takes too long, it ends at once.
 */
export async function runProcess(start: (running: Running) => Promise<void>): Promise<void> {
  process.umask(ownerOnly)
  const config = readConfig()
  const log = openLog(config)
  const closers: (() => Promise<void>)[] = []
  const cutters: (() => void)[] = []
  let ending: Promise<void> | undefined

  const close = async () => {
    for (let next = closers.pop(); next; next = closers.pop()) {
      await next().catch((error) => log.warn({ reason: describeFailure(error) }, 'while stopping'))
    }
  }
  const cutOff = () => {
    for (const cut of cutters) cut()
    process.exit(1)
  }
  const end = (code: number) => {
    ending ??= (async () => {
      setTimeout(cutOff, graceMilliseconds).unref()
      await close()
      // A start that was under way may open one thing more.
      await Promise.race([started, sleep(1000)])
      await close()
      process.exit(code)
    })()
  }
  const fail = (error: unknown) => {
    if (ending) return
    explain(error)
    end(1)
  }

  const told = () => (ending ? cutOff() : end(0))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, told)
  process.on('uncaughtException', fail)
  const onStop = (one: () => Promise<void>) => {
    closers.push(one)
    if (ending) void close()
  }
  const onCutOff = (act: () => void) => void cutters.push(act)
  const began = async (running: Running) => {
    if (config.tracing) onStop(await openTracing(config.tracing, programName()))
    await start(running)
  }
  const started = began({ config, log, print, onStop, onCutOff, fail }).catch(fail)
  await started
}

/** The file that was started: `web`, `worker`, `scheduler`, or `start` where all is one process. */
const programName = () => basename(process.argv[1] ?? 'start', '.ts')

/** Runs a command that ends by itself; a problem is explained and gives exit code 1. */
export async function runCommand(
  work: (config: Config) => Promise<void>,
  failureCode = 1,
): Promise<void> {
  process.umask(ownerOnly)
  try {
    await work(readConfig(failureCode))
  } catch (error) {
    explain(error)
    process.exitCode = failureCode
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function readConfig(failureCode = 1): Config {
  try {
    return parseConfig(readEnvironment(), process.cwd())
  } catch (error) {
    explain(error)
    process.exit(failureCode)
  }
}

/** Problems that their reader can mend come as a sentence, bugs with the place where they happened. */
function explain(error: unknown): void {
  const isForPeople = [ConfigError, StartRefused, NewerDatabaseError, AppError].some(
    (kind) => error instanceof kind,
  )
  const text = isForPeople ? (error as Error).message : describeTrouble(error)
  process.stderr.write(`\n${text}\n`)
}

function describeTrouble(error: unknown): string {
  const lost = findLost(error)
  return lost ? `The database cannot be used: ${describeFailure(lost)}` : describeBug(error)
}

/** What the library of durable work wraps it names `error`. */
function findLost(error: unknown): unknown {
  if (isConnectionLost(error)) return error
  const { cause, error: wrapped } = Object(error) as { cause?: unknown; error?: unknown }
  return [cause, wrapped]
    .filter((one) => one !== undefined)
    .map(findLost)
    .find(Boolean)
}

function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack, message, cause } = error
  const causes = cause === undefined ? '' : `\nBecause: ${describeBug(cause)}`
  return `Recto stopped because of an error: ${stack ?? message}${causes}`
}
