/** Raised when a stored text can no longer be read as it was written. */
export const formatVersion = 1

/**
 * `[x0, y0, x1, y1]` in points (1/72 inch) from the top left corner of the page as it is displayed,
 * that is after its crop box and its rotation were applied.
 */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number]

/** Where the letters of a word come from. */
export type WordOrigin = 'native' | 'ocr' | 'form' | 'markup'

export type Word = {
  readonly text: string
  readonly box: Box
  /** 0 to 1. Native text is 1, because nothing was guessed; OCR states what its engine states. */
  readonly confidence: number
  readonly origin: WordOrigin
}

/** A run of words on one base line: `page.words.slice(start, end)`. */
export type Line = {
  readonly box: Box
  readonly start: number
  readonly end: number
  /** Whole degrees clockwise, 1 to 359, in which the text runs; absent when it runs to the right. */
  readonly angle?: number
}

export type Page = {
  /** Zero-based. */
  readonly number: number
  /** Points, as displayed. */
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  /** In reading order. Evidence points here: (page, word index), never into a rendered text. */
  readonly words: readonly Word[]
  readonly lines: readonly Line[]
}

/** What was read of a document. Plain data: it can be stored as JSON and sent between threads. */
export type DocumentText = {
  readonly formatVersion: typeof formatVersion
  readonly pages: readonly Page[]
}
