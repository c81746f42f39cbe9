import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { openAssembly, type Piece, sendInTurn, takeApart } from './large-bytes.ts'
import { lowerPriority } from './lower-priority.ts'
import { type FromWorker, failureMessage, type ToWorker } from './worker-messages.ts'

/**
 * Runs in a thread of its own, so that it also ends a process whose main thread hangs. On Windows a process keeps the
 * id of a parent that has ended, and what it has started ends with its own jobs.
 */
const watchdog = `
  const parent = require('node:worker_threads').workerData
  const isWindows = process.platform === 'win32'
  function isOrphan() {
    if (!isWindows) return process.ppid !== parent
    try { return !process.kill(parent, 0) } catch { return true }
  }
  setInterval(() => { if (isOrphan()) process.kill(isWindows ? process.pid : -process.pid, 'SIGKILL') }, 1000)`

/**
 * Makes this program one of a process pool: does the jobs that come, one at a time, and sends the result of each.
 * `send` sends a part of the result and resolves when the pool's caller has dealt with it. The process and
 * whatever it started end with the process that started it.
 */
export function serveProcess<Job, Result, Part = never>(
  handle: (job: Job, send: (part: Part) => Promise<void>) => Promise<Result>,
): void {
  // Repeated here, because threads that existed when the pool lowered the priority kept theirs.
  lowerPriority(process.pid)
  let accept = () => {}
  const assembly = openAssembly()

  async function sendMessage(message: FromWorker<unknown, Part>, pieces: readonly Piece[] = []) {
    await sendInTurn(
      (message, done) => process.send?.(message, undefined, undefined, done),
      [...pieces, message],
    )
  }

  async function sendPart(part: Part): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    accept = resolve
    await sendMessage({ kind: 'part', part })
    return promise
  }

  async function work(job: Job): Promise<void> {
    try {
      const { rest, pieces } = takeApart(await handle(job, sendPart))
      await sendMessage(
        { kind: 'done', result: rest, heldBytes: process.memoryUsage.rss() },
        pieces,
      )
    } catch (error) {
      await sendMessage(failureMessage(error, process.memoryUsage.rss()))
    }
  }

  process.on('disconnect', endGroup)
  new Worker(watchdog, { eval: true, workerData: process.ppid }).unref()
  if (!process.connected) endGroup()
  process.on('message', (message: ToWorker<Job> | Piece) => {
    if (message.kind === 'accepted') accept()
    else if (message.kind === 'piece') assembly.add(message)
    // The pool took apart what is put together here, so it is a job again.
    else void work(assembly.complete(message.job) as Job)
  })
  // The pool kills its processes, and Node saves compiled modules only when one exits by itself.
  void sendMessage({ kind: 'ready' }).then(() => flushCompileCache())
}

/** The pool starts every process as the leader of a group, except on Windows. */
function endGroup(): void {
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL')
}
