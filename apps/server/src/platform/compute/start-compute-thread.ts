import { Worker } from 'node:worker_threads'
import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { ComputeJob, ComputeSettings } from './compute.ts'
import { openHeldDocuments } from './held-documents.ts'
import type { FromThread, ToThread } from './messages.ts'

export type ComputeThread = {
  holds(key: string): boolean
  isUsable(): boolean
  run(job: ComputeJob): Promise<unknown>
  end(reason: Error): Promise<void>
}

type Running = {
  readonly job: ComputeJob
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: unknown) => void
}

const bytesPerMegabyte = 1024 * 1024
/** Short-lived values of a long document make the engine set aside ever more room without it. */
const youngMegabytes = 24

/**
 * Starts one thread, which keeps the process alive only while it has a job. It is ended when a job
 * runs out of time or memory, or is aborted.
 */
export function startComputeThread(settings: ComputeSettings): ComputeThread {
  const worker = startWorker(settings)
  const held = openHeldDocuments(settings.heldMegabytes * bytesPerMegabyte)
  let running: Running | undefined
  let isUsable = true

  const clock = openClock((seconds) => fail(tooLong(running?.job, seconds)))
  const secondsOf = ({ timeoutSeconds = settings.timeoutSeconds }: ComputeJob) => timeoutSeconds
  function fail(reason: unknown): void {
    isUsable = false
    running?.reject(reason)
    void worker.terminate()
  }
  async function reply(question: unknown): Promise<void> {
    const current = running
    clock.stop()
    if (!current) return
    try {
      const value = await current.job.onAsk?.(question)
      if (current !== running || !isUsable) return
      clock.start(secondsOf(current.job))
      send(worker, { kind: 'reply', value })
    } catch (error) {
      if (current === running) fail(error)
    }
  }
  const ready = Promise.withResolvers<void>()
  listen(worker, {
    ready: ready.resolve,
    ask: (question) => void reply(question),
    done: (result) => running?.resolve(result),
    refuse(message) {
      // Whatever it was, the document is sent again for the next job.
      if (running) held.drop(running.job.key)
      running?.reject(new Error(message))
    },
    crash: (cause) => fail(crashed(running?.job, cause, settings.heapMegabytes)),
  })

  async function start(job: ComputeJob): Promise<void> {
    const { key, operation, input } = job
    await ready.promise
    const bytes = held.has(key) ? undefined : await job.load()
    job.signal?.throwIfAborted()
    const forget = held.use(key, bytes?.length)
    clock.start(secondsOf(job))
    send(worker, { kind: 'job', key, bytes, forget, operation, input })
  }

  return {
    holds: held.has,
    isUsable: () => isUsable,
    async run(job) {
      job.signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      running = { job, resolve, reject }
      worker.ref()
      const forgo = onAbort(job.signal, fail)
      try {
        start(job).catch(reject)
        return await promise
      } finally {
        clock.stop()
        forgo()
        running = undefined
        worker.unref()
      }
    },
    async end(reason) {
      fail(reason)
      await worker.terminate()
    },
  }
}

function send(worker: Worker, message: ToThread): void {
  worker.postMessage(message)
}

/** Returns how to stop listening. */
function onAbort(signal: AbortSignal | undefined, fail: (reason: unknown) => void): () => void {
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  return () => signal?.removeEventListener('abort', abort)
}

type Heard = {
  readonly ready: () => void
  readonly ask: (question: unknown) => void
  readonly done: (result: unknown) => void
  readonly refuse: (message: string) => void
  readonly crash: (cause: unknown) => void
}

function listen(worker: Worker, heard: Heard): void {
  const { ready, ask, done, refuse, crash } = heard
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'ready') ready()
    else if (message.kind === 'ask') ask(message.question)
    else if (message.kind === 'done') done(message.result)
    else refuse(message.message)
  })
  worker.on('error', crash)
  worker.on('exit', (code) => crash(new Error(`The thread ended with code ${code}.`)))
}

/** Runs out so many seconds after its last start. */
function openClock(onEnd: (seconds: number) => void) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start(seconds: number) {
      stop()
      timer = setTimeout(() => onEnd(seconds), seconds * 1000)
    },
  }
}

function startWorker({ program, heapMegabytes }: ComputeSettings): Worker {
  const worker = new Worker(program, {
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: youngMegabytes,
    },
    // Neither the secrets nor the flags of the process are of use to it.
    env: {},
    execArgv: [],
  })
  worker.unref()
  return worker
}

function tooLong(job: ComputeJob | undefined, seconds: number): ReadError {
  const message = `${nameOf(job?.name)} took longer than ${seconds} s to work on.`
  return new ReadError('timed-out', message)
}

function crashed(job: ComputeJob | undefined, cause: unknown, megabytes: number): ReadError {
  const isMemory = (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  const what = isMemory
    ? `needs too much memory: working on it took more than ${megabytes} MB.`
    : 'could not be worked on: its thread has ended.'
  return new ReadError('reader-crashed', `${nameOf(job?.name)} ${what}`, { cause })
}
