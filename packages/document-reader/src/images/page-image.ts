import type { DetectedFile } from '../detect/file-type.ts'

/** Row by row from the top, without padding. */
export type PageImage = {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** 1: grey; 3: red, green and blue. */
  readonly channels: 1 | 3
  readonly pixels: Uint8Array
}

/** A picture that stays in its file until it is read: a photograph's pixels are a hundred times its bytes. */
export type FilePicture = { readonly file: DetectedFile; readonly index: number }

/** A picture of a page, and how large its pixels are on the page. */
export type PagePicture = {
  readonly image: PageImage
  readonly pointsPerPixel: number
  /**
   * Position of its top left corner on the page, in its own pixels; absent when it shows the whole
   * page.
   */
  readonly corner?: PixelPoint
}

export type PixelPoint = readonly [x: number, y: number]

/** The corners of a word in pixels of the given image, clockwise from its own top left: the side from the first to the second runs along the text. */
export type Quad = readonly [PixelPoint, PixelPoint, PixelPoint, PixelPoint]
