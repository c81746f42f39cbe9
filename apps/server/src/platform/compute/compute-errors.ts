import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { ComputeJob } from './compute.ts'

type JobName = Pick<ComputeJob, 'name'> | undefined

export function createTimeoutError(job: JobName, seconds: number): ReadError {
  const message = `${nameOf(job?.name)} took longer than ${seconds} s to process.`
  return new ReadError('timed-out', message)
}

export function createMemoryError(
  job: JobName,
  megabytes: number,
  options?: ErrorOptions,
): ReadError {
  const message = `${nameOf(job?.name)} needs too much memory: processing it took more than ${megabytes} MB.`
  return new ReadError('reader-crashed', message, options)
}

export const isMemoryError = (error: unknown): boolean =>
  error instanceof ReadError && error.code === 'reader-crashed'

/** `cause` contains the end of the standard error. */
export function createCrashError(job: JobName, cause: Error, megabytes: number): ReadError {
  // V8's message when it runs out of memory.
  if (cause.message.includes('out of memory')) return createMemoryError(job, megabytes, { cause })
  const message = `${nameOf(job?.name)} could not be processed, because the process ended unexpectedly.`
  return new ReadError('interrupted', message, { cause })
}
