import type { ReadErrorCode } from '../read-error.ts'

export type ToProcess<Job> =
  | { readonly kind: 'job'; readonly job: Job }
  /** The part that was sent last is dealt with; the next one may come. */
  | { readonly kind: 'accepted' }

export type FromProcess<Answer, Part> =
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'done'; readonly answer: Answer; readonly residentBytes: number }
  | {
      readonly kind: 'refused'
      readonly code: ReadErrorCode
      readonly message: string
      readonly residentBytes: number
    }
  /** The job threw something that is no `ReadError`: the process is to be replaced. */
  | { readonly kind: 'crashed'; readonly message: string }
