import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Attachment, Page } from '@recto/document-text/model'
import type { FilePicture, PagePicture } from '../images/page-image.ts'

/** Content of a page that needs OCR; `marks` means check boxes only. */
export type OcrNeed = 'none' | 'marks' | 'pictures' | 'page'

/** A page as its file gives it, before OCR. */
export type SourcedPage = {
  readonly page: Page
  /** Content of the page that needs OCR. */
  readonly need: OcrNeed
  /** Present when there is a need. */
  readonly picture?: PagePicture | FilePicture
  /** Pages of the whole document. */
  readonly total: number
  /** Pages that are read of it. */
  readonly requestedCount: number
  /** How long the page has taken so far. */
  readonly seconds: number
}

/** Results that are known once a document was read to its end. */
export type SourceEnd = {
  readonly attachments: readonly Attachment[]
  /** See `StoredText`. */
  readonly embedded?: EmbeddedData
}

/** The pages of one kind of document, in order. Throws `ReadError`. */
export type PageSource = AsyncGenerator<SourcedPage, SourceEnd>
