import type { Box } from '@recto/document-text/model'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import type { TextRun } from './text-runs.ts'

type GlyphBoxOptions = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly textPage: number
  readonly index: number
  readonly run: TextRun
  /** Origin on the base line, in PDF space. */
  readonly originX: number
  readonly originY: number
}

/** A box that is taller, in font sizes, belongs to another letter of the font, such as a tall bracket. */
const maxHeight = 1.8
const usualAscent = 0.9
const usualDescent = 0.25

/**
 * Returns a box of the advance width by the font's ascent and descent, so that all words of a line
 * have equal height, in PDF space. Where the font's metrics place that box off the ink, the ink box
 * is used; where they make it much taller than letters of this size, the usual height is used. Also
 * returns the ink box as the file states it.
 */
export function glyphBox(options: GlyphBoxOptions): { readonly box: Box; readonly ink: Box } {
  const { pdfium, scratch, textPage, index } = options
  const p = scratch.pointer
  const hasInk = pdfium.FPDFText_GetCharBox(textPage, index, p, p + 8, p + 16, p + 24) === 1
  const lrbt = scratch.doubles()
  const ink: Box = [lrbt[0]!, lrbt[2]!, lrbt[1]!, lrbt[3]!]
  if (pdfium.FPDFText_GetLooseCharBox(textPage, index, p) !== 1) return { box: ink, ink }
  const ltrb = scratch.floats()
  const loose: Box = [ltrb[0]!, ltrb[3]!, ltrb[2]!, ltrb[1]!]
  if (loose[2] <= loose[0] || loose[3] <= loose[1]) return { box: ink, ink }
  if (hasInk && isBeside(loose, ink)) return { box: ink, ink }
  return { box: withUsualHeight(loose, options), ink }
}

function isBeside(loose: Box, ink: Box): boolean {
  const width = Math.min(loose[2], ink[2]) - Math.max(loose[0], ink[0])
  const height = Math.min(loose[3], ink[3]) - Math.max(loose[1], ink[1])
  return width < (ink[2] - ink[0]) / 2 || height < (ink[3] - ink[1]) / 2
}

function withUsualHeight(box: Box, { run, originX, originY }: GlyphBoxOptions): Box {
  const { emAcross, angle } = run
  const quarterTurns = ((Math.round(angle / 90) % 4) + 4) % 4
  const isAcross = quarterTurns % 2 === 0
  const height = isAcross ? box[3] - box[1] : box[2] - box[0]
  if (emAcross === 0 || height <= maxHeight * emAcross || Math.abs(angle % 90) > 1) return box
  const ascent = usualAscent * emAcross
  const descent = usualDescent * emAcross
  if (quarterTurns === 0) return [box[0], originY - descent, box[2], originY + ascent]
  if (quarterTurns === 2) return [box[0], originY - ascent, box[2], originY + descent]
  // Letters that are rotated clockwise have their upper edge on the right.
  if (quarterTurns === 1) return [originX - descent, box[1], originX + ascent, box[3]]
  return [originX - ascent, box[1], originX + descent, box[3]]
}
