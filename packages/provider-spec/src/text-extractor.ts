import type { DocumentText } from '@recto/document-text/model'
import type { HiddenHandling } from '@recto/document-text/reader'
import type { StoredText } from '@recto/document-text/text-writer'

/**
 * The reading of a document by a service, as the service names it. Whoever knows the name asks for what
 * was paid for already.
 */
export type ReadingJob = {
  /** Of an earlier reading of the same document that did not come to its end. */
  readonly known?: string | undefined
  /** The service has begun. Is waited for before anything else is asked. */
  begun(job: string): Promise<void>
  /** The service gives nothing more for the job. */
  ended(): Promise<void>
}

type ReadOptions = {
  readonly name?: string
  readonly password?: string
  readonly signal?: AbortSignal
  /** What becomes of text that nobody sees, by an extractor that finds it. */
  readonly hidden?: HiddenHandling
  /** For services whose readings have names. */
  readonly job?: ReadingJob | undefined
}

export type TextExtractor = {
  /** Whether reading a document again costs a little time and nothing else. */
  readonly isFree?: boolean
  /** Whether it can tell text that nobody sees. */
  readonly findsHidden?: boolean
  read(bytes: Uint8Array, options?: ReadOptions): Promise<DocumentText>
  /** Preferred by those who keep the text. Said by an extractor that has the pages one by one. */
  readonly readStored?: (bytes: Uint8Array, options?: ReadOptions) => Promise<StoredText>
}
