/** Raised when a stored text can no longer be read as it was written. */
export const formatVersion = 2

/**
 * `[x0, y0, x1, y1]` in points (1/72 inch) from the top left corner of the page as it is displayed,
 * that is after its crop box and its rotation were applied.
 */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number]

/** Source of the letters of a word. */
export type WordOrigin = 'native' | 'ocr' | 'form' | 'markup'

export type Word = {
  readonly text: string
  readonly box: Box
  /** 0 to 1. Native text is 1, because nothing was guessed; OCR states what its engine states. */
  readonly confidence: number
  readonly origin: WordOrigin
  /** The word is the picture of a check box or a radio button; its text is `[X]` or `[ ]`. */
  readonly isCheckbox?: true
  /** The word is struck out: it no longer holds. */
  readonly isStruck?: true
  /** Present only if requested, and only for native text. */
  readonly glyphs?: GlyphRun
  /** Present only if the structure was requested, and only for native text. */
  readonly style?: WordStyle
}

/** The size and the weight of the letters of a word. */
export type WordStyle = {
  /** Points. */
  readonly size: number
  readonly isBold?: true
}

/**
 * A part of a page that the file itself names, such as a heading by its style. Words belong to the part whose box has their middle.
 */
export type PagePart = {
  readonly kind: 'title' | 'text' | 'list-item' | 'table'
  readonly box: Box
  /** Titles count from 1, items of lists from 0. */
  readonly level?: number
  /** The table began on the page before; `row`: its last row goes on here, too. */
  readonly continues?: 'table' | 'row'
  /** Cells of a table. */
  readonly cells?: readonly PartCell[]
}

/** Rows and columns count from 0; spans are 1 if they are absent. */
type PartCell = {
  readonly row: number
  readonly column: number
  readonly rows?: number
  readonly columns?: number
  readonly box: Box
}

/** Positions of the characters of one word. */
export type GlyphRun = {
  /**
   * Where each character (code point) begins and ends along its line: `x0, x1, x0, x1, …` in points. Those of the spaces that the
   * file spells next to the word follow; they may lie anywhere, also within a word.
   */
  readonly edges: readonly number[]
  /**
   * The upper edge of each of them, in points: one size above the lowest place that its font states. Absent in
   * texts that were stored before it was kept.
   */
  readonly tops?: readonly number[]
  /** Whether the file spells a space after the word. */
  readonly isSpaced: boolean
}

/** A run of words on one base line: `page.words.slice(start, end)`. */
export type Line = {
  readonly box: Box
  readonly start: number
  readonly end: number
  /** Whole degrees clockwise, 1 to 359, in which the text runs; absent when it runs to the right. */
  readonly angle?: number
}

/**
 * Why nobody sees a text that the file has: it is drawn in the colour of what is behind it (`no-contrast`), not painted at all
 * (`transparent`), below two points (`tiny`), beside the page or its clipping (`outside`), under something or in its place
 * (`covered`), on a layer that is off or in a part that is not displayed (`layer`), in a hidden annotation (`annotation`), of
 * characters that have no shape (`characters`), other letters are drawn in its place (`other-letters`), or it describes an
 * image that is shown (`description`).
 */
export type HiddenReason =
  | 'no-contrast'
  | 'transparent'
  | 'tiny'
  | 'outside'
  | 'covered'
  | 'layer'
  | 'annotation'
  | 'characters'
  | 'other-letters'
  | 'description'

/** A line of text that the file has and its page does not show. */
export type HiddenText = {
  /** Limited to a few hundred letters. */
  readonly text: string
  /** May lie beside the page. */
  readonly box: Box
  readonly reason: HiddenReason
}

/** A part of a picture whose letters look as if they were written by hand. */
export type HandwrittenRegion = {
  readonly box: Box
  /** 0 to 1: how certain the reading of its words is, each counted by its letters. */
  readonly confidence: number
}

export type OcrTier = 'low_cost' | 'high_quality'

export type Page = {
  /** Zero-based: the place in the document, also where only some pages were read. */
  readonly number: number
  /** Points, as displayed. */
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  /**
   * The words in reading order. Evidence refers to (page, word index), never to an offset in a rendered text.
   */
  readonly words: readonly Word[]
  readonly lines: readonly Line[]
  /** What the file has and the page does not show; only when it was looked for and there is some. */
  readonly hidden?: readonly HiddenText[]
  /** Ruling lines, horizontal or vertical, as thin boxes. Only when they were asked for. */
  readonly rules?: readonly Box[]
  /** What the file says of the page's structure, from top to bottom. Only if it was requested and the file has no pages of its own. */
  readonly parts?: readonly PagePart[]
  /** The engine that read the page, or the parts of it that are pictures; absent when none was needed. */
  readonly ocr?: OcrTier
  /** They are sorted from top to bottom; absent where nothing looks handwritten. */
  readonly handwrittenRegions?: readonly HandwrittenRegion[]
  /** The document's name for the page, such as the name of a sheet. */
  readonly title?: string
  /** The file's page cannot be read though others can: it is empty here and its size is a guess. */
  readonly isDamaged?: true
  /**
   * Why the page, or what of it is a picture, could not be recognised, in words for a person. Only where
   * `keepsFailedPages` was asked for.
   */
  readonly failure?: string
}

/** A file inside the document, such as what came with a mail. */
export type Attachment = {
  /** As the document states it, separators included: to be shown, never to be taken for a path. */
  readonly name: string
  readonly mimeType: string
  /** Bytes. */
  readonly size: number
}

/**
 * The result of reading a document. Plain data: it can be stored as JSON and sent between threads.
 */
export type DocumentText = {
  readonly formatVersion: typeof formatVersion
  readonly pages: readonly Page[]
  readonly attachments?: readonly Attachment[]
  /** Sentences for people that say what of the document is not in its text. */
  readonly warnings?: readonly string[]
}
