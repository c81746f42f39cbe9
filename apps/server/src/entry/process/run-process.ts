import { basename } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, StartupError } from '../../platform/app-error.ts'
import { type Config, ConfigError, parseConfig } from '../../platform/config/config.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { describeFailure } from '../../platform/describe-failure.ts'
import { type Log, openLog } from '../../platform/log/log.ts'
import { NewerDatabaseError } from '../../platform/migrate.ts'
import { openTracing } from '../../platform/tracing/open-tracing.ts'
import { readEnvironment } from './read-environment.ts'

export type RunningProcess = {
  readonly config: Config
  readonly log: Log
  /** Prints a line for the person who started the process. */
  print(line: string): void
  /**
   * Registers what to close when the process ends, the last one first; closed immediately if the
   * process is already ending.
   */
  onStop(close: () => Promise<void>): void
  /** Registers what must not outlive a process that is cut off; called synchronously. */
  onCutOff(act: () => void): void
  /** Ends the process after a fatal error. */
  fail(error: unknown): void
  /** Time that is left of a graceful stop, before the process is cut off. */
  stopSecondsLeft(): number
}

/**
 * Files that this process and its children create are private, whatever the folder's permissions.
 */
const ownerOnly = 0o077

/**
 * Time for a graceful stop: requests end within ten seconds; then jobs are handed over and the
 * database is stopped.
 */
const graceMilliseconds = 20_000

/**
 * Runs a process of the product until it is told to stop. Then everything opened so far is closed,
 * even if it is still starting. If told a second time, or if stopping takes too long, it exits
 * immediately.
 */
export async function runProcess(
  start: (runningProcess: RunningProcess) => Promise<void>,
): Promise<void> {
  process.umask(ownerOnly)
  const config = readConfig()
  const log = openLog(config)
  const closers: (() => Promise<void>)[] = []
  const cutters: (() => void)[] = []
  let ending: Promise<void> | undefined
  let cutOffAt = Number.POSITIVE_INFINITY

  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) {
      await closer().catch((error) =>
        log.warn({ reason: describeFailure(error) }, 'while stopping'),
      )
    }
  }
  const cutOff = () => {
    for (const cut of cutters) cut()
    process.exit(1)
  }
  const end = (code: number) => {
    ending ??= (async () => {
      cutOffAt = performance.now() + graceMilliseconds
      setTimeout(cutOff, graceMilliseconds).unref()
      await close()
      // A start in progress may open one more thing.
      await Promise.race([startPromise, sleep(1000)])
      await close()
      process.exit(code)
    })()
  }
  const fail = (error: unknown) => {
    if (ending) return
    printError(error)
    end(1)
  }

  const handleSignal = () => (ending ? cutOff() : end(0))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, handleSignal)
  process.on('uncaughtException', fail)
  const onStop = (closer: () => Promise<void>) => {
    closers.push(closer)
    if (ending) void close()
  }
  const onCutOff = (cutter: () => void) => void cutters.push(cutter)
  const startProgram = async (runningProcess: RunningProcess) => {
    if (config.tracing) onStop(await openTracing(config.tracing, getProgramName()))
    await start(runningProcess)
  }
  const stopSecondsLeft = () => (cutOffAt - performance.now()) / 1000
  const runningProcess = { config, log, print, onStop, onCutOff, fail, stopSecondsLeft }
  const startPromise = startProgram(runningProcess).catch(fail)
  await startPromise
}

/** The name of the program: `web`, `worker`, `scheduler`, or `start` for all in one process. */
const getProgramName = () => basename(process.argv[1] ?? 'start', '.ts')

/** Runs a command that ends by itself; an error is printed and sets the exit code. */
export async function runCommand(
  work: (config: Config) => Promise<void>,
  failureCode = 1,
): Promise<void> {
  process.umask(ownerOnly)
  try {
    await work(readConfig(failureCode))
  } catch (error) {
    printError(error)
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
    printError(error)
    process.exit(failureCode)
  }
}

/** Prints errors that the user can fix as a sentence, and bugs with their stack. */
function printError(error: unknown): void {
  const isUserError = [ConfigError, StartupError, NewerDatabaseError, AppError].some(
    (kind) => error instanceof kind,
  )
  const text = isUserError ? (error as Error).message : describeUnexpectedError(error)
  process.stderr.write(`\n${text}\n`)
}

function describeUnexpectedError(error: unknown): string {
  const connectionError = findConnectionError(error)
  return connectionError
    ? `The database cannot be used: ${describeFailure(connectionError)}`
    : describeBug(error)
}

/** DBOS wraps errors in a property `error`. */
function findConnectionError(error: unknown): unknown {
  if (isConnectionLost(error)) return error
  const { cause, error: wrappedError } = Object(error) as { cause?: unknown; error?: unknown }
  return [cause, wrappedError]
    .filter((candidate) => candidate !== undefined)
    .map(findConnectionError)
    .find(Boolean)
}

function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack, message, cause } = error
  const causes = cause === undefined ? '' : `\nBecause: ${describeBug(cause)}`
  return `Recto stopped because of an error: ${stack ?? message}${causes}`
}
