import { basename } from 'node:path'
import process from 'node:process'
import { type Config, parseConfig } from '../../platform/config/config.ts'
import { type Log, openLog } from '../../platform/log/log.ts'
import { openTracing } from '../../platform/tracing/open-tracing.ts'
import { continueWithoutOutput, type Ending, openEnding } from './ending.ts'
import { explainError, toOneLine } from './explain-end.ts'
import { readEnvironment } from './read-environment.ts'

export type RunningProcess = Omit<Ending, 'run'> & {
  readonly config: Config
  readonly log: Log
  /** Prints a line for the person who started the process. */
  print(line: string): void
}

/**
 * Files that this process and its children create are private, whatever the folder's permissions.
 */
const ownerOnly = 0o077

/** Runs a process of the product until it is told to stop, or until an error ends it. */
export async function runProcess(
  start: (runningProcess: RunningProcess) => Promise<void>,
): Promise<void> {
  process.umask(ownerOnly)
  continueWithoutOutput()
  let log = openLog({ logLevel: 'warn' })
  const ending = openEnding({ warn: (...line: Parameters<Log['warn']>) => log.warn(...line) })
  await ending.run(async () => {
    const config = parseConfig(readEnvironment(), process.cwd())
    log = openLog(config)
    if (config.tracing) ending.onStop(await openTracing(config.tracing, getProgramName()))
    await start({ ...ending, config, log, print })
  })
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
    await work(parseConfig(readEnvironment(), process.cwd()))
  } catch (error) {
    const { reason, stack } = explainError(error)
    if (stack !== undefined) process.stderr.write(`\n${stack}\n`)
    process.stderr.write(`\n${stack === undefined ? reason : toOneLine(reason)}\n`)
    process.exitCode = failureCode
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
