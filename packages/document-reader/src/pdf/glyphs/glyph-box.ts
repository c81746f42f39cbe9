import type { Box } from '@recto/document-text/model'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import type { TextRun } from './text-runs.ts'

type Letter = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly textPage: number
  readonly index: number
  readonly run: TextRun
  /** The place on the base line, in PDF space. */
  readonly originX: number
  readonly originY: number
}

/** In sizes of the font. A box that is higher is that of some other letter of the font, such as a tall bracket. */
const maxHeight = 1.8
const usualAscent = 0.9
const usualDescent = 0.25

/**
 * The advance width by the font's ascent and descent, so that all words of a line are equally high, in PDF space.
 * Where the font's metrics put that box beside the ink, the ink counts; where they make it much higher than letters
 * of its size are, the usual height does. Beside it the ink, as the file states it.
 */
export function glyphBox(letter: Letter): { readonly box: Box; readonly ink: Box } {
  const { pdfium, scratch, textPage, index } = letter
  const p = scratch.pointer
  const hasInk = pdfium.FPDFText_GetCharBox(textPage, index, p, p + 8, p + 16, p + 24) === 1
  const lrbt = scratch.doubles()
  const ink: Box = [lrbt[0]!, lrbt[2]!, lrbt[1]!, lrbt[3]!]
  if (pdfium.FPDFText_GetLooseCharBox(textPage, index, p) !== 1) return { box: ink, ink }
  const ltrb = scratch.floats()
  const loose: Box = [ltrb[0]!, ltrb[3]!, ltrb[2]!, ltrb[1]!]
  if (loose[2] <= loose[0] || loose[3] <= loose[1]) return { box: ink, ink }
  if (hasInk && isBeside(loose, ink)) return { box: ink, ink }
  return { box: withUsualHeight(loose, letter), ink }
}

function isBeside(loose: Box, ink: Box): boolean {
  const width = Math.min(loose[2], ink[2]) - Math.max(loose[0], ink[0])
  const height = Math.min(loose[3], ink[3]) - Math.max(loose[1], ink[1])
  return width < (ink[2] - ink[0]) / 2 || height < (ink[3] - ink[1]) / 2
}

function withUsualHeight(box: Box, { run, originX, originY }: Letter): Box {
  const { emAcross, angle } = run
  const turns = ((Math.round(angle / 90) % 4) + 4) % 4
  const isAcross = turns % 2 === 0
  const height = isAcross ? box[3] - box[1] : box[2] - box[0]
  if (emAcross === 0 || height <= maxHeight * emAcross || Math.abs(angle % 90) > 1) return box
  const [up, down] = [usualAscent * emAcross, usualDescent * emAcross]
  if (turns === 0) return [box[0], originY - down, box[2], originY + up]
  if (turns === 2) return [box[0], originY - up, box[2], originY + down]
  // Turned clockwise, letters have their upper edge to the right.
  if (turns === 1) return [originX - down, box[1], originX + up, box[3]]
  return [originX - up, box[1], originX + down, box[3]]
}
