import type { ExtractionOptions } from './options.ts'

/** The document to extract, and the options. */
export type PlaygroundTrial = {
  readonly file: File | undefined
  readonly options: ExtractionOptions
  /** Id of the key that is used. */
  readonly keyId: string | undefined
}
