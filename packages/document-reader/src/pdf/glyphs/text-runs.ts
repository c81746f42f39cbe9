import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

/** Properties shared by all letters of one text object of the page. */
export type TextRun = {
  /** PDFium's handle of the object; 0 if there is none. */
  readonly object: number
  /** PDFium's handle of the font; 0 if there is none. */
  readonly font: number
  /** Font size in points along and across the line; 0 where the file does not state it. */
  readonly em: number
  readonly emAcross: number
  /** Direction of the text in PDF space, in degrees clockwise. */
  readonly angle: number
  /** Slanted letters overhang their neighbours. */
  readonly isSlanted: boolean
  /** The letters are drawn in Helvetica, perhaps because their font is missing. */
  readonly isStandIn: boolean
}

type FontTraits = {
  readonly hasReliableSize: boolean
  readonly isSlanted: boolean
  readonly isStandIn: boolean
}

const degreesPerRadian = 180 / Math.PI
/** Italic bit of the font flags: ISO 32000-1, 9.8.2. */
const italic = 1 << 6
/** A missing font is drawn as Helvetica, with its flags. */
const nonsymbolic = 1 << 5
const slantedName = /italic|oblique/i
const maxNameBytes = 60

/**
 * Returns a lookup of the text run of a letter, by the letter's index. Queries PDFium once per text
 * object, because the letters of an object are consecutive.
 */
export function openTextRuns(
  { pdfium, scratch }: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  textPage: number,
): (index: number) => TextRun {
  const fonts = new Map<number, FontTraits>()
  let run: TextRun | undefined
  let runIndex = -1

  const getFont = (handle: number): FontTraits => {
    const cachedFont = fonts.get(handle)
    if (cachedFont) return cachedFont
    const flags = pdfium.FPDFFont_GetFlags(handle)
    const isSlanted =
      (flags > 0 && (flags & italic) !== 0) ||
      (pdfium.FPDFFont_GetItalicAngle(handle, scratch.pointer) === 1 && readFirstNumber() !== 0) ||
      slantedName.test(readName(handle))
    const isStandIn = flags === nonsymbolic && readName(handle) === 'Helvetica'
    const font = { hasReliableSize: hasReliableSize(handle), isSlanted, isStandIn }
    fonts.set(handle, font)
    return font
  }

  const readName = (handle: number): string => {
    const bytes = pdfium.FPDFFont_GetBaseFontName(handle, scratch.pointer, maxNameBytes)
    if (bytes < 1 || bytes > maxNameBytes) return ''
    return Buffer.from(pdfium.memory.buffer, scratch.pointer, bytes - 1).toString('latin1')
  }

  /** The letters of a Type 3 font are as large as they are drawn, whatever font size is set. */
  const hasReliableSize = (handle: number): boolean =>
    pdfium.FPDFFont_GetFontData(handle, 0, 0, scratch.pointer) === 1 && readFirstNumber() !== 0

  const readFirstNumber = () => new Int32Array(pdfium.memory.buffer, scratch.pointer, 1)[0]!

  const readRun = (object: number, index: number): TextRun => {
    const font = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object)
    const angle = pdfium.FPDFText_GetCharAngle(textPage, index) * degreesPerRadian
    const textRun = { object, font, angle, em: 0, emAcross: 0, isSlanted: false, isStandIn: false }
    if (font === 0) return textRun
    const { hasReliableSize, isSlanted, isStandIn } = getFont(font)
    if (!hasReliableSize) return { ...textRun, isStandIn }
    if (pdfium.FPDFText_GetMatrix(textPage, index, scratch.pointer) !== 1) return textRun
    const [a = 1, b = 0, c = 0, d = 1] = scratch.floats()
    const size = Math.abs(pdfium.FPDFText_GetFontSize(textPage, index))
    const em = size * Math.hypot(a, b)
    const emAcross = size * Math.hypot(c, d)
    return { ...textRun, isSlanted, isStandIn, em, emAcross }
  }

  return (index) => {
    // Each letter is asked for several times in a row.
    if (run && index === runIndex) return run
    runIndex = index
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    if (run?.object !== object) run = readRun(object, index)
    return run
  }
}
