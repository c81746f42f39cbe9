import { Worker } from 'node:worker_threads'
import { type FromWorkman, failureMessage, type ToWorkman } from './workman-messages.ts'

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
  let accept = () => {}

  const say = (message: FromWorkman<Answer, Part>) => {
    if (!process.send) throw new Error('This file runs as a process of a pool only.')
    process.send(message)
  }
  const sendPart = (part: Part) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    accept = resolve
    say({ kind: 'part', part })
    return promise
  }

  async function work(job: Job): Promise<void> {
    try {
      const answer = await handle(job, sendPart)
      say({ kind: 'done', answer, heldBytes: process.memoryUsage.rss() })
    } catch (error) {
      say(failureMessage(error, process.memoryUsage.rss()))
    }
  }

  process.on('disconnect', endGroup)
  new Worker(watchman, { eval: true, workerData: process.ppid }).unref()
  if (!process.connected) endGroup()
  process.on('message', (message: ToWorkman<Job>) => {
    if (message.kind === 'accepted') accept()
    else void work(message.job)
  })
}

/** The pool starts every process as the leader of a group. */
function endGroup(): void {
  process.kill(-process.pid, 'SIGKILL')
}
