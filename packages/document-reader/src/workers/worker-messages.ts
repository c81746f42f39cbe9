import { nameOf, ReadError, type ReadErrorCode } from '@recto/document-text/read-error'

/** What a thread or a process of a pool is told. */
export type ToWorkman<Job> =
  | { readonly kind: 'job'; readonly job: Job }
  /** The part that was sent last is dealt with; the next one may come. */
  | { readonly kind: 'accepted' }

/** What it says. `heldBytes` is the memory that it keeps after the job. */
export type FromWorkman<Answer, Part = never> =
  | { readonly kind: 'part'; readonly part: Part }
  | End<Answer>
  /** The job threw something that is no `ReadError`: whoever did it is to be replaced. */
  | { readonly kind: 'crashed'; readonly message: string }

export type End<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer; readonly heldBytes: number }
  | {
      readonly kind: 'refused'
      readonly code: ReadErrorCode
      readonly message: string
      readonly heldBytes: number
    }

/** A job's failure as a message. */
export function failureMessage(error: unknown, heldBytes: number): FromWorkman<never> {
  if (error instanceof ReadError) {
    const { code, message } = error
    return { kind: 'refused', code, message, heldBytes }
  }
  return { kind: 'crashed', message: error instanceof Error ? (error.stack ?? '') : String(error) }
}

/** The error for the caller whose job killed whoever did it. `name` is the file's. */
export function crashed(name: string | undefined, cause: Error): ReadError {
  const message = `${nameOf(name)} made the reader fail: it is damaged or needs too much memory.`
  return new ReadError('reader-crashed', message, { cause })
}
