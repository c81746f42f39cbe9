import { Worker } from 'node:worker_threads'
import { ReadError } from '@recto/document-text/read-error'
import { compileCacheVariables } from './compile-cache.ts'
import { guardJob } from './guard-job.ts'
import type { PoolWorker } from './open-slots.ts'
import type { ThreadJobOptions, ThreadPoolSettings } from './thread-settings.ts'
import {
  crashed,
  type End,
  type FromWorker,
  interrupted,
  type ToWorker,
} from './worker-messages.ts'

type PoolThread<Job, Result> = PoolWorker & {
  run(job: Job, options: ThreadJobOptions): Promise<Result>
}

type RunningThreadJob<Result> = {
  readonly options: ThreadJobOptions
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/** A WebAssembly memory never shrinks, so a thread that keeps more than this is used no more. */
const keepBelowBytes = 128 * 1024 * 1024
const heapMegabytes = 512
/**
 * Without it, thousands of pages make the engine set aside ever more room for short-lived values. With 24 the letters of a page
 * outlive it, and collecting them takes a third of the time of long documents; with 48 small documents are slower.
 */
const youngMegabytes = 32

/**
 * Starts one thread of a pool. It keeps the process alive only while it has a job. It is ended when a job runs
 * out of time, is aborted, or ends in anything but an result or a `ReadError`.
 */
export function startThread<Job, Result>(settings: ThreadPoolSettings): PoolThread<Job, Result> {
  const worker = forkThread(settings)
  let runningJob: RunningThreadJob<Result> | undefined
  let isUsable = true
  let isReady = false
  worker.on('message', receive)
  worker.on('error', crash)
  worker.on('exit', (code) => crash(new Error(`The thread ended with code ${code}.`)))

  function receive(message: FromWorker<Result>): void {
    if (message.kind === 'ready') isReady = true
    else if (message.kind === 'crashed') crash(new Error(message.message))
    else if (message.kind !== 'part') finish(message)
  }

  function finish(end: End<Result>): void {
    if (end.heldBytes > keepBelowBytes) stop()
    if (end.kind === 'done') runningJob?.resolve(end.result)
    else runningJob?.reject(new ReadError(end.code, end.message))
  }

  function crash(cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    const name = runningJob?.options.name
    fail(isReady ? crashed(name, error, heapMegabytes) : interrupted(name, error))
  }

  function fail(reason: unknown): void {
    runningJob?.reject(reason)
    stop()
  }

  function stop(): void {
    isUsable = false
    void worker.terminate()
  }

  async function run(job: Job, options: ThreadJobOptions): Promise<Result> {
    options.signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const guard = guardJob({ ...options, timeoutSeconds: settings.timeoutSeconds, fail })
    runningJob = { options, resolve, reject }
    worker.ref()
    try {
      worker.postMessage({ kind: 'job', job } satisfies ToWorker<Job>)
      return await promise
    } finally {
      guard.release()
      runningJob = undefined
      worker.unref()
    }
  }

  return {
    run,
    isUsable: () => isUsable,
    async end(reason) {
      runningJob?.reject(reason)
      isUsable = false
      await worker.terminate()
    },
  }
}

function forkThread({ program, workerData }: ThreadPoolSettings): Worker {
  const worker = new Worker(program, {
    workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: youngMegabytes,
    },
    // Neither the secrets nor the flags of the process are of use to a parser of hostile files.
    env: compileCacheVariables(),
    execArgv: [],
  })
  worker.unref()
  return worker
}
