import type { Options } from './options.ts'

/** What is to be read, and how. */
export type PlaygroundTrial = {
  readonly file: File | undefined
  readonly options: Options
  /** The id of the key that it is read with. */
  readonly keyId: string | undefined
}
