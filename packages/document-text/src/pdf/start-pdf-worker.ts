import { Worker } from 'node:worker_threads'
import { nameOf } from '../check-input.ts'
import type { Page } from '../model.ts'
import { unpackPage } from '../pool/packed-page.ts'
import type { FromWorker, WorkerSettings } from '../pool/worker-messages.ts'
import { ReadError } from '../read-error.ts'
import type { PdfJob } from './read-pdf.ts'

export type PdfWorker = {
  /** One job at a time. After a crash, a time-out or an abort the worker is no longer usable. */
  run(job: PdfJob, limits: JobLimits): Promise<readonly Page[]>
  isUsable(): boolean
  end(reason: Error): Promise<void>
}

export type JobLimits = {
  readonly timeoutSeconds: number
  readonly signal?: AbortSignal | undefined
}

type Running = {
  readonly job: PdfJob
  readonly pages: Page[]
  readonly resolve: (pages: readonly Page[]) => void
  readonly reject: (reason: unknown) => void
}

/** A module's memory never shrinks, so a worker that grew beyond this is used no more. */
const keepBelowBytes = 128 * 1024 * 1024
const heapMegabytes = 512

/** Starts a thread that runs `file`. It keeps the process alive only while it has a job. */
export function startPdfWorker(file: URL, settings: WorkerSettings): PdfWorker {
  let running: Running | undefined
  let isUsable = true
  const worker = new Worker(file, {
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // Neither the secrets nor the flags of the process are of use to a parser of hostile files.
    env: {},
    execArgv: [],
  })
  worker.unref()
  worker.on('message', hear)
  worker.on('error', crash)
  worker.on('exit', (code) => crash(new Error(`The worker ended with code ${code}.`)))

  function hear(message: FromWorker): void {
    if (message.kind === 'pages') running?.pages.push(...message.pages.map(unpackPage))
    else if (message.kind === 'crashed') crash(new Error(message.message))
    else finish(message)
  }

  function finish(end: Extract<FromWorker, { readonly memoryBytes: number }>): void {
    if (end.memoryBytes > keepBelowBytes) stop()
    if (end.kind === 'refused') running?.reject(new ReadError(end.code, end.message))
    else running?.resolve(running.pages)
  }

  function crash(cause: unknown): void {
    const message = `${nameOf(running?.job.name)} made the reader fail: it is damaged or needs too much memory.`
    running?.reject(new ReadError('reader-crashed', message, { cause }))
    stop()
  }

  function stop(): void {
    isUsable = false
    void worker.terminate()
  }

  async function run(job: PdfJob, { timeoutSeconds, signal }: JobLimits) {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<readonly Page[]>()
    const giveUp = (reason: unknown) => {
      reject(reason)
      stop()
    }
    const abort = () => giveUp(signal?.reason)
    const timer = setTimeout(() => giveUp(timedOut(job, timeoutSeconds)), timeoutSeconds * 1000)
    signal?.addEventListener('abort', abort, { once: true })
    running = { job, pages: [], resolve, reject }
    worker.ref()
    try {
      // The caller keeps its bytes: what is moved to the worker is a copy.
      const bytes = new Uint8Array(job.bytes)
      worker.postMessage({ ...job, bytes }, [bytes.buffer])
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      running = undefined
      worker.unref()
    }
  }

  return {
    run,
    isUsable: () => isUsable,
    async end(reason) {
      running?.reject(reason)
      isUsable = false
      await worker.terminate()
    },
  }
}

function timedOut({ name }: PdfJob, seconds: number): ReadError {
  return new ReadError('timed-out', `${nameOf(name)} took longer than ${seconds} s to read.`)
}
