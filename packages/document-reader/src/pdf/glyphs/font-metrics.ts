import type { LetterEdges } from '../../words/glyph.ts'
import { boxToDisplay, type PageFrame } from '../pdfium/page-frame.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

type LetterPosition = {
  readonly index: number
  readonly code: number
  /** Origin on the base line, in points of the displayed page. */
  readonly originX: number
  readonly originY: number
  /** Horizontal extent of the letter's box, which encloses the advance and the ink. */
  readonly boxStart: number
  readonly boxEnd: number
}

type Font = {
  readonly handle: number
  /** Share of the font size; negative. */
  readonly descent: number
}

/** Font size large enough that PDFium's integer metrics lose no precision. */
const metricsSize = 1000

/**
 * Returns a lookup of the advance width of a character in a font, as a share of the font size; 0
 * where the font does not state one.
 */
export function openAdvances({
  pdfium,
  scratch,
}: {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
}): (font: number, code: number) => number {
  const fonts = new Map<number, Map<number, number>>()
  return (font, code) => {
    const advances = fonts.get(font) ?? new Map<number, number>()
    if (advances.size === 0) fonts.set(font, advances)
    const cachedAdvance = advances.get(code)
    if (cachedAdvance !== undefined) return cachedAdvance
    const isStated = pdfium.FPDFFont_GetGlyphWidth(font, code, metricsSize, scratch.pointer) === 1
    const advance = isStated ? scratch.floats()[0]! / metricsSize : 0
    advances.set(code, advance)
    return advance
  }
}

/** Points by which the edges of the box and of the advance may differ and still count as equal. */
const edgeTolerance = 0.002

/**
 * Returns a lookup of the edges of upright letters by the metrics of their fonts: horizontally from
 * the origin to the advance, whatever the ink overhangs, and vertically one font size up from the
 * font's descent. Undefined for a letter without a font.
 */
export function openFontMetrics(
  { pdfium, scratch }: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  textPage: number,
  frame: PageFrame,
) {
  const advanceOf = openAdvances({ pdfium, scratch })
  const fonts = new Map<number, Font>()
  const p = scratch.pointer

  function getFontAt(index: number): Font | undefined {
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    const handle = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object)
    if (handle === 0) return undefined
    const cachedFont = fonts.get(handle)
    if (cachedFont) return cachedFont
    const isStated = pdfium.FPDFFont_GetDescent(handle, metricsSize, p) === 1
    const font = { handle, descent: isStated ? scratch.floats()[0]! / metricsSize : 0 }
    fonts.set(handle, font)
    return font
  }

  function getInkEnd(index: number): number {
    if (pdfium.FPDFText_GetCharBox(textPage, index, p, p + 8, p + 16, p + 24) !== 1) return 0
    const [left = 0, right = 0, bottom = 0, top = 0] = scratch.doubles()
    return boxToDisplay(frame, [left, bottom, right, top])[2]
  }

  return {
    edgesOf({
      index,
      code,
      originX,
      originY,
      boxStart,
      boxEnd,
    }: LetterPosition): LetterEdges | undefined {
      const font = getFontAt(index)
      if (!font || pdfium.FPDFText_GetMatrix(textPage, index, p) !== 1) return undefined
      const [a = 1, b = 0, c = 0, d = 1] = scratch.floats()
      const size = pdfium.FPDFText_GetFontSize(textPage, index)
      const end = originX + advanceOf(font.handle, code) * size * Math.hypot(a, b)
      // The ink must cause the box to end there; otherwise the font uses this code for another
      // letter.
      const isOverhung =
        end > originX && end < boxEnd - edgeTolerance && getInkEnd(index) > boxEnd - edgeTolerance
      const isWithin = originX > boxStart && originX < boxEnd
      return {
        start: isWithin ? originX : boxStart,
        end: isOverhung ? end : boxEnd,
        top: originY - (1 + font.descent) * size * Math.hypot(c, d),
      }
    },
  }
}

export type FontMetrics = ReturnType<typeof openFontMetrics>
