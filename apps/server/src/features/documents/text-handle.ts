import type { EmbeddedData } from '@recto/document-text/embedded'
import type { DocumentText } from '@recto/document-text/model'
import type { PageOutline } from '@recto/document-text/text-writer'

/**
 * The text of a stored document: parsed if it is small, otherwise a file that another process
 * parses, because parsing it would block the server's event loop.
 */
export type TextHandle = (SmallText | LargeText) & {
  /** The machine-readable data of the document, if it was read together with the text. */
  readonly embedded?: EmbeddedData
}

type SmallText = { readonly document: DocumentText }

type LargeText = {
  readonly document?: undefined
  /** Outlines of the pages; absent unless the document was just read. */
  readonly pages?: readonly PageOutline[] | undefined
  /** Loads the stored text. Throws when the document was deleted. */
  readonly load: () => Promise<Uint8Array>
}

/**
 * A larger stored text, of some 6,000 words, takes longer to parse than to send to another process.
 */
export const maxParsedBytes = 280_000
