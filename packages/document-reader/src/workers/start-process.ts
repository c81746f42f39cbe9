import type { ChildProcess, Serializable } from 'node:child_process'
import { ReadError } from '@recto/document-text/read-error'
import {
  forkProgram,
  hasEnded,
  keepErrors,
  keepParent,
  killGroup,
  letParentEnd,
} from './fork-program.ts'
import { guardJob, type JobGuard } from './guard-job.ts'
import { openAssembly, type Piece, sendInTurn, takeApart } from './large-bytes.ts'
import type { PoolWorker } from './open-slots.ts'
import type { ProcessPoolSettings, RunOptions } from './process-settings.ts'
import {
  crashed,
  type End,
  type FromWorker,
  interrupted,
  type ToWorker,
} from './worker-messages.ts'

type PoolProcess<Job, Result, Part> = PoolWorker & {
  run(job: Job, options: RunOptions<Part>): Promise<Result>
}

type RunningProcessJob<Result, Part> = {
  readonly options: RunOptions<Part>
  readonly guard: JobGuard
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Starts one process of a pool. It is killed when a job runs out of time or memory, is aborted, or ends in
 * anything but an result or a `ReadError`.
 */
export function startProcess<Job, Result, Part>(
  settings: ProcessPoolSettings,
): PoolProcess<Job, Result, Part> {
  const { memoryMegabytes, recycleAboveMegabytes = memoryMegabytes, idleSeconds = 60 } = settings
  const child = forkProgram(settings)
  let runningJob: RunningProcessJob<Result, Part> | undefined
  let isUsable = true
  let isReady = false
  let idleTimer: NodeJS.Timeout | undefined

  const crash = (cause: Error) => {
    const name = runningJob?.options.name
    fail(isReady ? crashed(name, cause, memoryMegabytes) : interrupted(name, cause))
  }
  const interrupt = (cause: Error) => fail(interrupted(runningJob?.options.name, cause))
  const send = listen<Job, Result, Part>(child, { receive, crash, interrupt })

  function receive(message: FromWorker<Result, Part>): void {
    if (message.kind === 'ready') isReady = true
    else if (message.kind === 'part') void acceptPart(message.part)
    else if (message.kind === 'crashed') crash(new Error(message.message))
    else finish(message)
  }

  async function acceptPart(part: Part): Promise<void> {
    const current = runningJob
    current?.guard.pause()
    const failure = await failureOf(() => current?.options.onPart?.(part))
    if (current !== runningJob) return
    current?.guard.resume()
    if (failure) fail(failure.reason)
    else send({ kind: 'accepted' })
  }

  function finish(end: End<Result>): void {
    if (end.heldBytes > recycleAboveMegabytes * 1024 * 1024) stop()
    if (end.kind === 'done') runningJob?.resolve(end.result)
    else runningJob?.reject(new ReadError(end.code, end.message))
  }

  function fail(reason: unknown): void {
    runningJob?.reject(reason)
    stop()
  }

  function stop(): void {
    isUsable = false
    clearTimeout(idleTimer)
    killGroup(child)
  }

  async function run(job: Job, options: RunOptions<Part>): Promise<Result> {
    options.signal?.throwIfAborted()
    if (!isUsable) throw interrupted(options.name, new Error('The process has ended.'))
    clearTimeout(idleTimer)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const { timeoutSeconds = settings.timeoutSeconds } = options
    const guard = guardJob({ ...options, timeoutSeconds, memoryMegabytes, pid: child.pid, fail })
    runningJob = { options, guard, resolve, reject }
    keepParent(child)
    try {
      send({ kind: 'job', job })
      return await promise
    } finally {
      runningJob = undefined
      guard.release()
      letParentEnd(child)
      if (isUsable) idleTimer = setTimeout(stop, idleSeconds * 1000).unref()
    }
  }

  return {
    run,
    isUsable: () => isUsable,
    async end(reason) {
      fail(reason)
      await hasEnded(child)
    },
  }
}

type Listener<Result, Part> = {
  readonly receive: (message: FromWorker<Result, Part>) => void
  /** The job ended the process. */
  readonly crash: (cause: Error) => void
  /** Something else ended it, or it never started. */
  readonly interrupt: (cause: Error) => void
}

/** Signals by which people and systems end a process; its own faults have others, such as SIGSEGV. */
const signalsFromOutside: ReadonlySet<string> = new Set([
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
])

/** Returns how messages are sent to the process. */
function listen<Job, Result, Part>(
  child: ChildProcess,
  { receive, crash, interrupt }: Listener<Result, Part>,
): (message: ToWorker<Job>) => void {
  const errors = keepErrors(child)
  const assembly = openAssembly()
  child.on('error', interrupt)
  child.on('exit', (code, killer) => {
    const cause = new Error(`The process ended with ${killer ?? `code ${code}`}. ${errors()}`)
    if (killer !== null && signalsFromOutside.has(killer)) interrupt(cause)
    else crash(cause)
  })
  child.on('message', (message: FromWorker<Result, Part> | Piece) => {
    if (message.kind === 'piece') assembly.add(message)
    else if (message.kind !== 'done') receive(message)
    // The process took apart what is put together here, so it is the result again.
    else receive({ ...message, result: assembly.complete(message.result) as Result })
  })
  return (message) => {
    if (!child.connected) return
    // How the process ends says why nothing can be sent to it.
    sendInTurn((piece, done) => child.send(piece, done), inPieces(message)).catch(() =>
      killGroup(child),
    )
  }
}

function inPieces<Job>(message: ToWorker<Job>): Serializable[] {
  if (message.kind !== 'job') return [message]
  const { rest, pieces } = takeApart(message.job)
  return [...pieces, { kind: 'job', job: rest }]
}

async function failureOf(work: () => unknown): Promise<{ readonly reason: unknown } | undefined> {
  try {
    await work()
    return undefined
  } catch (reason) {
    return { reason }
  }
}
