import type { Colour } from '../../images/colour.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'

export type FillColour = { readonly colour: Colour; readonly alpha: number }

export const opaque = 255
/** Text render modes of ISO 32000-1, 9.3.6, that draw outlines only. */
const strokeModes: ReadonlySet<number> = new Set([1, 5])

type PdfiumContext = Pick<OpenDocument, 'pdfium' | 'scratch'>

/** Returns `undefined` for a pattern, whose colours are unknown. */
export function readFill(
  { pdfium, scratch }: PdfiumContext,
  handle: number,
): FillColour | undefined {
  const p = scratch.pointer
  if (pdfium.FPDFPageObj_GetFillColor(handle, p, p + 4, p + 8, p + 12) !== 1) return undefined
  return readColour({ pdfium, scratch })
}

/** Returns the colour of letters, or of their outlines where only those are drawn. */
export function readTextFill(context: PdfiumContext, handle: number): FillColour | undefined {
  const isOutlined = strokeModes.has(context.pdfium.FPDFTextObj_GetTextRenderMode(handle))
  return isOutlined ? readStroke(context, handle) : readFill(context, handle)
}

/** Returns the colour of outlines; `undefined` for a pattern. */
export function readStroke(
  { pdfium, scratch }: PdfiumContext,
  handle: number,
): FillColour | undefined {
  const p = scratch.pointer
  if (pdfium.FPDFPageObj_GetStrokeColor(handle, p, p + 4, p + 8, p + 12) !== 1) return undefined
  return readColour({ pdfium, scratch })
}

function readColour({ pdfium, scratch }: PdfiumContext): FillColour {
  const [red = 0, green = 0, blue = 0, alpha = 0] = new Uint32Array(
    pdfium.memory.buffer,
    scratch.pointer,
    4,
  )
  return { colour: [red, green, blue], alpha }
}
