import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { openThreadPriority } from './lower-priority.ts'
import { type FromWorker, failureMessage, type ToWorker } from './worker-messages.ts'

export type ThreadResult<Result> = {
  readonly result: Result
  /** Buffers that are transferred to the other thread instead of copied. */
  readonly transfer?: readonly ArrayBuffer[]
}

type ThreadWork<Job, Result> = {
  handle(job: Job): ThreadResult<Result> | Promise<ThreadResult<Result>>
  /** Whether a job is over soon, so that it need not give way to the server. */
  isShort(job: Job): boolean
  /** Bytes that the thread keeps after a job, beyond what the garbage collector frees. */
  heldBytes(): number
}

/**
 * Makes this file the program of a thread pool. Jobs wait until the work is ready; one at a time comes. An
 * error that is no `ReadError` ends the thread.
 */
export function serveThread<Job, Result>(ready: Promise<ThreadWork<Job, Result>>): void {
  const port = parentPort
  if (!port) throw new Error('This file runs as a thread of a pool only.')
  const setPriority = openThreadPriority()

  const send = (message: FromWorker<Result>, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, transfer)

  async function work(job: Job): Promise<void> {
    const { handle, isShort, heldBytes } = await ready
    setPriority(isShort(job))
    try {
      const { result, transfer } = await handle(job)
      send({ kind: 'done', result, heldBytes: heldBytes() }, transfer)
    } catch (error) {
      send(failureMessage(error, heldBytes()))
    }
  }

  ready.then(
    () => {
      send({ kind: 'ready' })
      // The pool terminates its threads, and Node saves compiled modules only when one ends by itself.
      flushCompileCache()
    },
    // The first job reports why nothing can be read.
    () => {},
  )
  port.on('message', (message: ToWorker<Job>) => {
    if (message.kind === 'job') work(message.job).catch((error) => send(failureMessage(error, 0)))
  })
}
