import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Box, OcrTier } from '@recto/document-text/model'
import type { FilePicture, PageImage, Quad } from '../../images/page-image.ts'

export type OcrWord = {
  readonly text: string
  readonly quad: Quad
  /** Where the word would be if the paper were flat, which tells the lines of a bent page. */
  readonly flatQuad?: Quad
  /** 0 to 1, as the engine states it. */
  readonly confidence: number
  readonly isHandwritten?: true
}

export type OcrCheckbox = {
  /** Pixels of the given image. */
  readonly box: Box
  readonly isChecked: boolean
  /** 0 to 1. */
  readonly confidence: number
}

/**
 * A picture to recognize, with options. The picture is passed in memory, or opened by the process that
 * recognizes it.
 */
export type OcrRequest<Picture = PageImage | FilePicture> = {
  readonly image: Picture
  /** `none` looks for check boxes and ruling lines only. */
  readonly tier: OcrTier | 'none'
  /** ISO 639-2. */
  readonly language: string
  /** Pixels; 0 leaves the picture alone. For `low_cost`. */
  readonly medianFilterSize: number
  readonly gaussianBlurRadius: number
  /** Degrees. */
  readonly derotateThreshold: number
  readonly checkboxConfidenceThreshold: number
  readonly withCheckboxes: boolean
  readonly withRules: boolean
  /** Whether bar and QR codes are searched for in a picture that is opened by the recognizing process. */
  readonly withCodes?: boolean | undefined
}

/** All places are those of the given image, however it was turned for reading. */
export type OcrResult = {
  readonly words: readonly OcrWord[]
  readonly checkboxes: readonly OcrCheckbox[]
  /** Horizontal and vertical ruling lines as thin boxes, in pixels. */
  readonly rules: readonly Box[]
  /** Size of a picture that was opened by the recognizing process. */
  readonly opened?: OpenedPicture
  /** Codes on the page of such a picture; absent when not requested, and when the search failed. */
  readonly codes?: EmbeddedData
}

/** Pixels, and how large they are on the page. */
type OpenedPicture = {
  readonly width: number
  readonly height: number
  readonly pointsPerPixel: number
}

/** Recognises pages in processes of its own. */
export type OcrEngine = {
  /** Throws `ReadError`. `name` is the file's, for messages. */
  recognise(
    request: OcrRequest,
    options?: { readonly name?: string; readonly signal?: AbortSignal },
  ): Promise<OcrResult>
  close(): Promise<void>
}
