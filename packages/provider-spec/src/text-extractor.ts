import type { DocumentText } from '@recto/document-text/model'

export type TextExtractor = {
  read(
    bytes: Uint8Array,
    options?: { readonly name?: string; readonly password?: string; readonly signal?: AbortSignal },
  ): Promise<DocumentText>
}
