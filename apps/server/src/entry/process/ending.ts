import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeFailure } from '../../platform/describe-failure.ts'
import { exitCodes, getSignalExitCode } from '../../platform/exit-codes.ts'
import type { Log } from '../../platform/log/log.ts'
import { explainError, toOneLine } from './explain-end.ts'

export type Ending = {
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
  /** Runs the start; an error ends the process. */
  run(start: () => Promise<void>): Promise<void>
}

/**
 * Time for a graceful stop: requests end within ten seconds; then jobs are handed over and the
 * database is stopped.
 */
const graceMilliseconds = 20_000

/**
 * One Ctrl-C arrives several times: from the terminal, from npm and from the bootstrap. Only a signal
 * that comes later is a second one.
 */
const sameSignalMilliseconds = 500

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Ends the process in order when it is told to, or after an error: everything opened so far is closed, even
 * if it is still starting. If told a second time, or if stopping takes too long, it exits immediately. However
 * it ends, the last line that it prints is the reason.
 */
export function openEnding(log: Pick<Log, 'warn'>): Ending {
  const closers: (() => Promise<void>)[] = []
  const cutters: (() => void)[] = []
  const exit = openExit()
  let startPromise: Promise<void> | undefined
  let hasStarted = false
  let stopAt: number | undefined
  let cutOff = () => {}

  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) {
      await closer().catch((error) =>
        log.warn({ reason: describeFailure(error) }, 'while stopping'),
      )
    }
  }
  const end = (code: number, reason: string, cutOffCode: number) => {
    stopAt = performance.now()
    cutOff = () => {
      for (const cut of cutters) cut()
      exit(cutOffCode, `${reason} It was cut off before everything was closed.`)
    }
    setTimeout(() => cutOff(), graceMilliseconds).unref()
    void (async () => {
      await close()
      // A start in progress may open one more thing.
      await Promise.race([startPromise, sleep(1000)])
      await close()
      exit(code, reason)
    })()
  }
  const fail = (error: unknown) => {
    if (stopAt !== undefined) return
    const { exitCode, reason, stack } = explainError(error)
    if (stack !== undefined) process.stderr.write(`\n${stack}\n`)
    const beginning = hasStarted ? 'Recto has stopped' : 'Recto could not start'
    end(exitCode, `${beginning}: ${toOneLine(reason)}`, exitCode)
  }
  const handleSignal = (signal: NodeJS.Signals) => {
    if (stopAt === undefined) {
      const moment = hasStarted ? '' : ', before it had started'
      end(
        exitCodes.stopped,
        `Recto has stopped: it received ${describeSignal(signal)}${moment}.`,
        getSignalExitCode(signal),
      )
    } else if (performance.now() - stopAt > sameSignalMilliseconds) cutOff()
  }
  for (const signal of stopSignals) process.on(signal, handleSignal)
  process.on('uncaughtException', fail)
  return {
    onStop(closer) {
      closers.push(closer)
      if (stopAt !== undefined) void close()
    },
    onCutOff: (cutter) => void cutters.push(cutter),
    fail,
    stopSecondsLeft: () =>
      stopAt === undefined
        ? Number.POSITIVE_INFINITY
        : (stopAt + graceMilliseconds - performance.now()) / 1000,
    async run(start) {
      startPromise = start().then(() => {
        hasStarted = true
      }, fail)
      await startPromise
    },
  }
}

const describeSignal = (signal: NodeJS.Signals) =>
  signal === 'SIGHUP' ? 'SIGHUP, as when a terminal is closed' : signal

/**
 * Returns what exits with a last line. The process also says so when Node ends it for want of anything that
 * could still happen, or when some library exits.
 */
function openExit(): (code: number, reason: string) => void {
  let hasSaidWhy = false
  const say = (reason: string) => {
    hasSaidWhy = true
    process.stderr.write(`\n${reason}\n`)
  }
  process.on('exit', (code) => {
    if (hasSaidWhy) return
    process.exitCode = exitCodes.internalError
    say(
      `Recto has stopped: nothing was left that it could wait for, or a library ended it (exit code ${code}). This is an error in Recto.`,
    )
  })
  return (code, reason) => {
    say(reason)
    process.exit(code)
  }
}

/**
 * The reader of the output may disappear: a terminal is closed, `npm start | head` ends, a log service restarts, or a
 * disk is full. The product continues without output.
 */
export function continueWithoutOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
