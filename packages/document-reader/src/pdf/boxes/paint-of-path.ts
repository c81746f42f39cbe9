import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

/** How an area or a line is painted, as far as a check box is concerned. */
type Paint = 'none' | 'light' | 'dark'

export type PathPaint = {
  readonly stroke: Paint
  readonly fill: Paint
  /** Points on the page for a matrix that keeps sizes. */
  readonly pen: number
}

/** Lightness from 0 to 255 above which an area is paper or a shade of it, and above which a line is not seen. */
const minLightFill = 200
const minLightStroke = 245
const minAlpha = 10

/** Reads how a path is painted; nothing for one that is not painted at all. */
export function readPathPaint(
  engine: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  handle: number,
): PathPaint | undefined {
  const { pdfium, scratch } = engine
  const p = scratch.pointer
  if (pdfium.FPDFPath_GetDrawMode(handle, p, p + 4) !== 1) return undefined
  const [fillMode = 0, strokeMode = 0] = new Int32Array(pdfium.memory.buffer, p, 2)
  const strokeOf = () =>
    readPaint(engine, handle, [pdfium.FPDFPageObj_GetStrokeColor, minLightStroke])
  const fillOf = () => readPaint(engine, handle, [pdfium.FPDFPageObj_GetFillColor, minLightFill])
  const stroke = strokeMode === 0 ? 'none' : strokeOf()
  const fill = fillMode === 0 ? 'none' : fillOf()
  if (stroke === 'none' && fill === 'none') return undefined
  const hasPen = stroke !== 'none' && pdfium.FPDFPageObj_GetStrokeWidth(handle, p) === 1
  return { stroke, fill, pen: hasPen ? scratch.floats()[0]! : 0 }
}

type ColourCall = (...numbers: readonly number[]) => number

function readPaint(
  { pdfium, scratch }: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  handle: number,
  [call, minLight]: readonly [ColourCall, number],
): Paint {
  const p = scratch.pointer
  if (call(handle, p, p + 4, p + 8, p + 12) !== 1) return 'dark'
  const [red = 0, green = 0, blue = 0, alpha = 0] = new Uint32Array(pdfium.memory.buffer, p, 4)
  if (alpha <= minAlpha) return 'none'
  return 0.3 * red + 0.59 * green + 0.11 * blue > minLight ? 'light' : 'dark'
}
