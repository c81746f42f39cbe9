import type { DocumentText } from '@recto/document-text/model'
import type { HiddenHandling } from '@recto/document-text/reader'
import type { StoredText } from '@recto/document-text/text-writer'
import type { ServiceJob } from './service-job.ts'

type ReadOptions = {
  readonly name?: string
  readonly password?: string
  readonly signal?: AbortSignal
  /** Handling of hidden text, for extractors that detect it. */
  readonly hidden?: HiddenHandling
  /** Used by services that identify their jobs. */
  readonly job?: ServiceJob | undefined
}

export type TextExtractor = {
  /** Whether reading a document again costs nothing but a little time. */
  readonly isFree?: boolean
  /** Whether it detects hidden text. */
  readonly findsHidden?: boolean
  read(bytes: Uint8Array, options?: ReadOptions): Promise<DocumentText>
  /**
   * Preferred by callers that store the text. Present if the extractor can write pages one by one.
   */
  readonly readStored?: (bytes: Uint8Array, options?: ReadOptions) => Promise<StoredText>
}
