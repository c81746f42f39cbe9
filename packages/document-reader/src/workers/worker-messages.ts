import { nameOf, ReadError, type ReadErrorCode } from '@recto/document-text/read-error'

/** Messages to a thread or a process of a pool. */
export type ToWorker<Job> =
  | { readonly kind: 'job'; readonly job: Job }
  /** The part that was sent last is dealt with; the next one may come. */
  | { readonly kind: 'accepted' }

/** Messages from it. `heldBytes` is the memory that it keeps after the job. */
export type FromWorker<Result, Part = never> =
  /** It has started: what fails from now on fails because of its job. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'part'; readonly part: Part }
  | End<Result>
  /** The job threw something that is no `ReadError`: whoever did it is to be replaced. */
  | { readonly kind: 'crashed'; readonly message: string }

export type End<Result> =
  | { readonly kind: 'done'; readonly result: Result; readonly heldBytes: number }
  | {
      readonly kind: 'refused'
      readonly code: ReadErrorCode
      readonly message: string
      readonly heldBytes: number
    }

/** A job's failure as a message. */
export function failureMessage(error: unknown, heldBytes: number): FromWorker<never> {
  if (error instanceof ReadError) {
    const { code, message } = error
    return { kind: 'refused', code, message, heldBytes }
  }
  return { kind: 'crashed', message: error instanceof Error ? (error.stack ?? '') : String(error) }
}

/** The error for the caller whose job killed whoever did it. `name` is the file's. */
export function crashed(
  name: string | undefined,
  cause: Error,
  memoryMegabytes: number,
): ReadError {
  const message = `${nameOf(name)} cannot be read: it is damaged or needs more than ${memoryMegabytes} MB of memory.`
  return new ReadError('reader-crashed', message, { cause })
}

/** The error for the caller whose job ended through no fault of its file. */
export function interrupted(name: string | undefined, cause: Error): ReadError {
  const message = `${nameOf(name)} was not read, because the reader was stopped. Try again.`
  return new ReadError('interrupted', message, { cause })
}
