import type { TestFile } from '../../testing/people.ts'

/** Documents that are sent, each with a number of its own, and what is asked of them. */
export type Corpus = {
  readonly fields: readonly {
    readonly key: string
    readonly prompt: string
    readonly type?: string
  }[]
  /** A module whose `reply` answers for the canned model. */
  readonly replyModule: URL
  readonly fileNameOf: (number: number) => string
  readonly fileOf: (number: number) => Promise<TestFile>
  /** Whether this value is what the document with this number says. */
  readonly isRight: (number: number, key: string, value: unknown) => boolean
  /** Whether it is right that the document with this number has no result. */
  readonly mayFail: (number: number, hasFailed: boolean) => boolean
}
