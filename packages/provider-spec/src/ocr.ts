import type { DocumentText } from '@recto/document-text/model'

/** Recognizes the text of a scanned document, or of one whose embedded text cannot be trusted. */
export type Ocr = {
  read(
    bytes: Uint8Array,
    options?: { readonly name?: string; readonly signal?: AbortSignal },
  ): Promise<DocumentText>
}
