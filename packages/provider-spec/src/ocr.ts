import type { DocumentText } from '@recto/document-text/model'

/** Recognises the writing of a document that is a picture, or of one whose letters cannot be trusted. */
export type Ocr = {
  read(
    bytes: Uint8Array,
    options?: { readonly name?: string; readonly signal?: AbortSignal },
  ): Promise<DocumentText>
}
