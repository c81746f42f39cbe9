import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Attachment, Page } from '@recto/document-text/model'
import type { FilePicture, PagePicture } from '../images/page-image.ts'
import type { PixelReservation } from '../images/pixel-budget.ts'

/** Content of a page that needs OCR; `marks` means check boxes only. */
export type OcrNeed = 'none' | 'marks' | 'pictures' | 'page'

/** A page as its file gives it, before OCR. */
export type SourcedPage = {
  readonly page: Page
  /** Content of the page that needs OCR. */
  readonly need: OcrNeed
  /** Present when there is a need, unless the picture is still to be rendered. */
  readonly picture?: PagePicture | FilePicture
  readonly latePicture?: LatePicture
  /** The pixels of a picture that was rendered; released when OCR is done with it. */
  readonly reservation?: PictureReservation
  /** Whether the page belongs to a file inside the document. */
  readonly isContained?: boolean
  /** Whether codes are searched for in the picture that OCR opens. */
  readonly looksForCodes?: boolean
  /** Pages of the whole document. */
  readonly total: number
  /** Pages that are read of it. */
  readonly requestedCount: number
  /** How long the page has taken so far. */
  readonly seconds: number
}

export type PictureReservation = Pick<PixelReservation, 'release'>

/** A picture that is rendered when OCR gets to its page. */
type LatePicture = {
  readonly pixels: number
  /** Returns nothing when the page does not load. Throws `ReadError`. */
  render(signal: AbortSignal): Promise<PagePicture | undefined>
}

/** Results that are known once a document was read to its end. */
export type SourceEnd = {
  readonly attachments: readonly Attachment[]
  /** See `DocumentText`. */
  readonly warnings?: readonly string[]
  /** See `StoredText`. */
  readonly embedded?: EmbeddedData
}

/** The pages of one kind of document, in order. Throws `ReadError`. */
export type PageSource = AsyncGenerator<SourcedPage, SourceEnd>
