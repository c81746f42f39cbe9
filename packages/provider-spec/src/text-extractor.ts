import type { DocumentText } from '@recto/document-text/model'
import type { StoredText } from '@recto/document-text/text-writer'

type ReadOptions = {
  readonly name?: string
  readonly password?: string
  readonly signal?: AbortSignal
}

export type TextExtractor = {
  /** Whether reading a document again costs a little time and nothing else. */
  readonly isFree?: boolean
  read(bytes: Uint8Array, options?: ReadOptions): Promise<DocumentText>
  /** Preferred by those who keep the text. Said by an extractor that has the pages one by one. */
  readonly readStored?: (bytes: Uint8Array, options?: ReadOptions) => Promise<StoredText>
}
