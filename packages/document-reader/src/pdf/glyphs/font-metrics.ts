import type { LetterEdges } from '../../words/glyph.ts'
import { boxToDisplay, type PageFrame } from '../pdfium/page-frame.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

type Letter = {
  readonly index: number
  readonly code: number
  /** The place on the base line, in points of the displayed page. */
  readonly originX: number
  readonly originY: number
  /** Of the letter's box, which holds the advance and the ink. */
  readonly boxStart: number
  readonly boxEnd: number
}

type Font = {
  readonly handle: number
  /** Share of the size; below zero. */
  readonly descent: number
}

/** For a size at which nothing is lost by PDFium's whole numbers. */
const askedSize = 1000

/** How far each letter of a font takes the line, as a share of the size, by its character; 0 where the font does not say. */
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
    const known = advances.get(code)
    if (known !== undefined) return known
    const states = pdfium.FPDFFont_GetGlyphWidth(font, code, askedSize, scratch.pointer) === 1
    const advance = states ? scratch.floats()[0]! / askedSize : 0
    advances.set(code, advance)
    return advance
  }
}

/** Points by which the box and the advance of a letter may differ and mean the same. */
const sameWithin = 0.02

/**
 * The edges of upright letters by the metrics of their fonts: along the line from the origin to the advance,
 * whatever the ink overhangs, and one size up from the font's descent. Undefined for a letter without a font.
 */
export function openFontMetrics(
  { pdfium, scratch }: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  textPage: number,
  frame: PageFrame,
) {
  const advanceOf = openAdvances({ pdfium, scratch })
  const fonts = new Map<number, Font>()
  const p = scratch.pointer

  function fontAt(index: number): Font | undefined {
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    const handle = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object)
    if (handle === 0) return undefined
    const known = fonts.get(handle)
    if (known) return known
    const states = pdfium.FPDFFont_GetDescent(handle, askedSize, p) === 1
    const font = { handle, descent: states ? scratch.floats()[0]! / askedSize : 0 }
    fonts.set(handle, font)
    return font
  }

  function inkEndOf(index: number): number {
    if (pdfium.FPDFText_GetCharBox(textPage, index, p, p + 8, p + 16, p + 24) !== 1) return 0
    const [left = 0, right = 0, bottom = 0, top = 0] = scratch.doubles()
    return boxToDisplay(frame, [left, bottom, right, top])[2]
  }

  return {
    edgesOf({ index, code, originX, originY, boxStart, boxEnd }: Letter): LetterEdges | undefined {
      const font = fontAt(index)
      if (!font || pdfium.FPDFText_GetMatrix(textPage, index, p) !== 1) return undefined
      const [a = 1, b = 0, c = 0, d = 1] = scratch.floats()
      const size = pdfium.FPDFText_GetFontSize(textPage, index)
      const end = originX + advanceOf(font.handle, code) * size * Math.hypot(a, b)
      // The box ends where the ink does, or else the font means another letter by this character.
      const isOverhung =
        end > originX && end < boxEnd - sameWithin && inkEndOf(index) > boxEnd - sameWithin
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
