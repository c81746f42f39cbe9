import type { Colour } from '../../images/colour.ts'
import type { OpenDocument } from '../document/open-document.ts'

export type FillColour = { readonly colour: Colour; readonly alpha: number }

export const opaque = 255
/** Text render modes of ISO 32000-1, 9.3.6, that draw outlines alone. */
const strokes: ReadonlySet<number> = new Set([1, 5])

type Asking = Pick<OpenDocument, 'pdfium' | 'scratch'>

/** `undefined` of a pattern, of which nothing is known. */
export function fillOf({ pdfium, scratch }: Asking, handle: number): FillColour | undefined {
  const p = scratch.pointer
  if (pdfium.FPDFPageObj_GetFillColor(handle, p, p + 4, p + 8, p + 12) !== 1) return undefined
  return colourAt({ pdfium, scratch })
}

/** The colour of letters, or of their outlines where nothing else is drawn of them. */
export function fillOfText(given: Asking, handle: number): FillColour | undefined {
  const isOutlined = strokes.has(given.pdfium.FPDFTextObj_GetTextRenderMode(handle))
  return isOutlined ? strokeOf(given, handle) : fillOf(given, handle)
}

function strokeOf({ pdfium, scratch }: Asking, handle: number): FillColour | undefined {
  const p = scratch.pointer
  if (pdfium.FPDFPageObj_GetStrokeColor(handle, p, p + 4, p + 8, p + 12) !== 1) return undefined
  return colourAt({ pdfium, scratch })
}

function colourAt({ pdfium, scratch }: Asking): FillColour {
  const [red = 0, green = 0, blue = 0, alpha = 0] = new Uint32Array(
    pdfium.memory.buffer,
    scratch.pointer,
    4,
  )
  return { colour: [red, green, blue], alpha }
}
