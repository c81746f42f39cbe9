import type { Box } from '@recto/document-text/model'

/** One character of a page in the order of the text, with its place on the displayed page. */
export type Glyph = {
  /** One or a few characters; `''` for a space, which has no place of its own either. */
  readonly text: string
  readonly box: Box
  /** Whole degrees clockwise in which the text runs on the displayed page. */
  readonly angle: number
  /** The place on the base line where the glyph starts. */
  readonly originX: number
  readonly originY: number
  /** Size of the font along the line, in points; 0 where the file does not tell. */
  readonly em: number
  /** The same number for all letters that were drawn at once; 0 if unknown. `font` works the same for letters of one font. */
  readonly run: number
  readonly font: number
  /** A space, tab or line break that the file spells, or one that PDFium inferred from positions. */
  readonly space: 'none' | 'spelt' | 'inferred'
  /** Advance along the line in points; only for letters on a level line that overhang their neighbours, as those of slanted fonts do. */
  readonly advance?: number | undefined
  /** Box of the shape as the file states it, in PDF space; only if requested. */
  readonly ink?: Box | undefined
  /** Edges by the font's metrics alone; only if requested, and only for upright letters. */
  readonly edges?: LetterEdges | undefined
}

/** Where a letter stands by its font alone, whatever its ink: points on the displayed page. */
export type LetterEdges = {
  readonly start: number
  /** Position of the next letter. */
  readonly end: number
  /** One size above the lowest place that the font states. */
  readonly top: number
}
