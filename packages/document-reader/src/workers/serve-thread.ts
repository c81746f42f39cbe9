import { parentPort } from 'node:worker_threads'
import { giveWay } from './lower-priority.ts'
import { type FromWorkman, failureMessage, type ToWorkman } from './worker-messages.ts'

export type ThreadAnswer<Answer> = {
  readonly answer: Answer
  /** What is moved to the other thread and not copied. */
  readonly transfer?: readonly ArrayBuffer[]
}

export type ThreadWork<Job, Answer> = {
  handle(job: Job): ThreadAnswer<Answer>
  /** Bytes that the thread keeps after a job, beyond what the garbage collector frees. */
  heldBytes(): number
}

/**
 * Makes this file the program of a thread pool. Jobs wait until the work is ready; one at a time comes. An
 * error that is no `ReadError` ends the thread.
 */
export function serveThread<Job, Answer>(ready: Promise<ThreadWork<Job, Answer>>): void {
  const port = parentPort
  if (!port) throw new Error('This file runs as a thread of a pool only.')
  giveWay({ isThread: true })

  const say = (message: FromWorkman<Answer>, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, transfer)

  async function work(job: Job): Promise<void> {
    const { handle, heldBytes } = await ready
    try {
      const { answer, transfer } = handle(job)
      say({ kind: 'done', answer, heldBytes: heldBytes() }, transfer)
    } catch (error) {
      say(failureMessage(error, heldBytes()))
    }
  }

  port.on('message', (message: ToWorkman<Job>) => {
    if (message.kind === 'job') work(message.job).catch((error) => say(failureMessage(error, 0)))
  })
}
