import { serialize } from 'node:v8'
import { nameOf } from '@recto/document-text/read-error'
import { type CachedDocuments, createCachedDocuments } from './cached-documents.ts'
import type { ComputeJob, ComputeSettings } from './compute.ts'
import { type ComputeChild, startComputeChild } from './compute-child.ts'
import { createCrashError, createMemoryError, createTimeoutError } from './compute-errors.ts'
import { checkSize } from './compute-limits.ts'
import { createTimeout } from './create-timeout.ts'
import { watchResidentMemory } from './resident-memory.ts'

export type ComputeProcess = {
  hasCached(key: string): boolean
  isUsable(): boolean
  /** Whether it has run no job yet, so that no other one's memory is in it. */
  isFresh(): boolean
  run(job: ComputeJob): Promise<unknown>
  end(reason: Error): Promise<void>
}

type RunningJob = {
  readonly job: ComputeJob
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: unknown) => void
}

const bytesPerMegabyte = 1024 * 1024
/** Memory besides the heap: the engine itself, and bytes of documents and results. */
const nonHeapMegabytes = 512

/**
 * Starts one process. It keeps the server alive only during a job, and it is ended when a job
 * exceeds its time or memory, is aborted, or when none came for a while.
 */
export function startComputeProcess(settings: ComputeSettings): ComputeProcess {
  const { heapMegabytes, idleSeconds = 300 } = settings
  const cachedDocuments = createCachedDocuments(settings.cacheMegabytes * bytesPerMegabyte)
  const ready = Promise.withResolvers<void>()
  const jobTimeout = createTimeout((seconds) =>
    failJob(createTimeoutError(currentJob?.job, seconds)),
  )
  const idleTimeout = createTimeout(killChild)
  const getTimeoutSeconds = ({ timeoutSeconds = settings.timeoutSeconds }: ComputeJob) =>
    timeoutSeconds
  let currentJob: RunningJob | undefined
  let isUsable = true
  let isFresh = true
  const child = startComputeChild(settings, {
    ready: ready.resolve,
    ask: (question) => void answerQuestion(question),
    done: (result) => currentJob?.resolve(result),
    cleared: cachedDocuments.clear,
    tooLarge: (bytes) =>
      currentJob?.reject(checkSize('result', bytes, nameOf(currentJob.job.name))),
    refuse(message) {
      // To be safe, the document is sent again with the next job.
      if (currentJob) cachedDocuments.remove(currentJob.job.key)
      currentJob?.reject(new Error(message))
    },
    crash: (cause) => failJob(createCrashError(currentJob?.job, cause, heapMegabytes)),
  })

  function killChild(): void {
    isUsable = false
    idleTimeout.stop()
    child.kill()
  }
  function failJob(reason: unknown): void {
    currentJob?.reject(reason)
    killChild()
  }
  async function answerQuestion(question: unknown): Promise<void> {
    const current = currentJob
    jobTimeout.stop()
    try {
      const value = await current?.job.onAsk?.(question)
      if (!current || current !== currentJob || !isUsable) return
      jobTimeout.start(getTimeoutSeconds(current.job))
      await child.reply(value)
    } catch (error) {
      if (current === currentJob) failJob(error)
    }
  }
  return {
    hasCached: cachedDocuments.has,
    isUsable: () => isUsable,
    isFresh: () => isFresh,
    async run(job) {
      job.signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      currentJob = { job, resolve, reject }
      idleTimeout.stop()
      const unwatchJob = watchJob(child, job, { heapMegabytes, fail: failJob })
      try {
        const begin = () => jobTimeout.start(getTimeoutSeconds(job))
        ready.promise
          .then(() => sendJob(child, { job, cachedDocuments, onLoaded: begin }))
          .catch(reject)
        return await promise
      } finally {
        currentJob = undefined
        isFresh = false
        jobTimeout.stop()
        unwatchJob()
        if (isUsable) idleTimeout.start(idleSeconds)
      }
    },
    async end(reason) {
      failJob(reason)
      await child.waitForExit()
    },
  }
}

type WatchOptions = {
  readonly heapMegabytes: number
  readonly fail: (reason: unknown) => void
}

/** Fails a job that takes too much memory or is aborted. Returns a function that stops watching. */
function watchJob(
  child: ComputeChild,
  { name, signal }: ComputeJob,
  { heapMegabytes, fail }: WatchOptions,
): () => void {
  child.setKeepsServerAlive(true)
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const maxBytes = (heapMegabytes + nonHeapMegabytes) * bytesPerMegabyte
  const unwatchMemory = watchResidentMemory(child.pid, maxBytes, () =>
    fail(createMemoryError({ name }, heapMegabytes)),
  )
  return () => {
    unwatchMemory()
    signal?.removeEventListener('abort', abort)
    child.setKeepsServerAlive(false)
  }
}

type JobDelivery = {
  readonly job: ComputeJob
  readonly cachedDocuments: CachedDocuments
  /** Called when everything to be sent is loaded. */
  readonly onLoaded: () => void
}

async function sendJob(
  child: ComputeChild,
  { job, cachedDocuments, onLoaded }: JobDelivery,
): Promise<void> {
  const { key, operation, signal } = job
  const document = cachedDocuments.has(key) ? undefined : await job.load()
  signal?.throwIfAborted()
  const input = serialize(job.input)
  const name = nameOf(job.name)
  const sizeError =
    checkSize('document', document?.length ?? 0, name) ?? checkSize('input', input.length, name)
  if (sizeError) throw sizeError
  const evict = cachedDocuments.use(key, document?.length)
  onLoaded()
  await child.sendJob({ key, operation, evict, document, input })
}
