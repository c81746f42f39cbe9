import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { ComputeJob } from './compute.ts'

type Named = Pick<ComputeJob, 'name'> | undefined

export function tooLong(job: Named, seconds: number): ReadError {
  const message = `${nameOf(job?.name)} took longer than ${seconds} s to work on.`
  return new ReadError('timed-out', message)
}

export function tooMuchMemory(job: Named, megabytes: number, options?: ErrorOptions): ReadError {
  const message = `${nameOf(job?.name)} needs too much memory: working on it took more than ${megabytes} MB.`
  return new ReadError('reader-crashed', message, options)
}

/** `cause` has what the process wrote at last. */
export function crashed(job: Named, cause: Error, megabytes: number): ReadError {
  // What the engine writes when it gives up.
  if (cause.message.includes('out of memory')) return tooMuchMemory(job, megabytes, { cause })
  const message = `${nameOf(job?.name)} could not be worked on: its process has ended.`
  return new ReadError('reader-crashed', message, { cause })
}
