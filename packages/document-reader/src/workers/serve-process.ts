import { Worker } from 'node:worker_threads'
import { openAssembly, type Piece, sendInTurn, takeApart } from './large-bytes.ts'
import { giveWay } from './lower-priority.ts'
import { type FromWorkman, failureMessage, type ToWorkman } from './worker-messages.ts'

/** Runs in a thread of its own, so that it also ends a process whose main thread hangs. */
const watchman = `
  const parent = require('node:worker_threads').workerData
  setInterval(() => { if (process.ppid !== parent) process.kill(-process.pid, 'SIGKILL') }, 1000)`

/**
 * Makes this program one of a process pool: does the jobs that come, one at a time, and answers each.
 * `send` sends a part of the answer and resolves when the pool's caller has dealt with it. The process and
 * whatever it started end with the process that started it.
 */
export function serveProcess<Job, Answer, Part = never>(
  handle: (job: Job, send: (part: Part) => Promise<void>) => Promise<Answer>,
): void {
  giveWay({ isThread: false })
  let accept = () => {}
  const assembly = openAssembly()

  async function say(message: FromWorkman<unknown, Part>, pieces: readonly Piece[] = []) {
    await sendInTurn(
      (message, done) => process.send?.(message, undefined, undefined, done),
      [...pieces, message],
    )
  }

  async function sendPart(part: Part): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    accept = resolve
    await say({ kind: 'part', part })
    return promise
  }

  async function work(job: Job): Promise<void> {
    try {
      const { rest, pieces } = takeApart(await handle(job, sendPart))
      await say({ kind: 'done', answer: rest, heldBytes: process.memoryUsage.rss() }, pieces)
    } catch (error) {
      await say(failureMessage(error, process.memoryUsage.rss()))
    }
  }

  process.on('disconnect', endGroup)
  new Worker(watchman, { eval: true, workerData: process.ppid }).unref()
  if (!process.connected) endGroup()
  process.on('message', (message: ToWorkman<Job> | Piece) => {
    if (message.kind === 'accepted') accept()
    else if (message.kind === 'piece') assembly.add(message)
    // The pool took apart what is put together here, so it is a job again.
    else void work(assembly.complete(message.job) as Job)
  })
}

/** The pool starts every process as the leader of a group. */
function endGroup(): void {
  process.kill(-process.pid, 'SIGKILL')
}
