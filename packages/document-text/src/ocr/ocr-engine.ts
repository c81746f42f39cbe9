import type { Box, OcrTier } from '../model.ts'

/** Row by row from the top, without padding. */
export type PageImage = {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** 1: grey; 3: red, green and blue. */
  readonly channels: 1 | 3
  readonly pixels: Uint8Array
}

export type PixelPoint = readonly [x: number, y: number]

/** The corners of a word in pixels of the given image, clockwise from its own top left: the side from the first to the second runs along the text. */
export type Quad = readonly [PixelPoint, PixelPoint, PixelPoint, PixelPoint]

export type OcrWord = {
  readonly text: string
  readonly quad: Quad
  /** 0 to 1, as the engine states it. */
  readonly confidence: number
}

export type OcrCheckbox = {
  /** Pixels of the given image. */
  readonly box: Box
  readonly isChecked: boolean
  /** 0 to 1. */
  readonly confidence: number
}

export type OcrRequest = {
  readonly image: PageImage
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
}

/** All places are those of the given image, however it was turned for reading. */
export type OcrResult = {
  readonly words: readonly OcrWord[]
  readonly checkboxes: readonly OcrCheckbox[]
  /** Horizontal and vertical ruling lines as thin boxes, in pixels. */
  readonly rules: readonly Box[]
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
