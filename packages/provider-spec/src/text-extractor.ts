import type { DocumentText } from '@recto/document-text/model'

export type TextExtractor = {
  /** Whether reading a document again costs a little time and nothing else. */
  readonly isFree?: boolean
  read(
    bytes: Uint8Array,
    options?: { readonly name?: string; readonly password?: string; readonly signal?: AbortSignal },
  ): Promise<DocumentText>
}
