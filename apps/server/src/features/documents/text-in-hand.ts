import type { DocumentText } from '@recto/document-text/model'
import type { PageOutline } from '@recto/document-text/text-writer'

/**
 * The text of a stored document for one who works on it. A large one is not parsed in the server's
 * thread: there it is a file.
 */
export type TextInHand = (SmallText | LargeText) & {
  /** Who has just read it found that the document says nothing in forms made for machines. */
  readonly hasNoEmbedded?: boolean
}

type SmallText = { readonly document: DocumentText }

type LargeText = {
  readonly document?: undefined
  /** Known to who has read it. */
  readonly pages?: readonly PageOutline[] | undefined
  /** As it is stored. Throws when the document is gone. */
  readonly load: () => Promise<Uint8Array>
}

/** A stored text of more bytes, of some 6,000 words, takes longer to parse than to hand over to another process. */
export const maxBytesHere = 280_000
