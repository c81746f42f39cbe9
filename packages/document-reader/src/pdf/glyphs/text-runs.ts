import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

/** What all letters of one text object of the page have in common. */
export type TextRun = {
  /** PDFium's handle of the object; 0 of none. */
  readonly object: number
  /** PDFium's handle of the font; 0 of none. */
  readonly font: number
  /** Points along and across the line; 0 where the file does not tell. */
  readonly em: number
  readonly emAcross: number
  /** Degrees in which the text runs in PDF space, clockwise. */
  readonly angle: number
  /** Letters hang over their neighbours. */
  readonly isSlanted: boolean
}

type Font = { readonly tellsSize: boolean; readonly isSlanted: boolean }

const degrees = 180 / Math.PI
/** Of a font's flags: ISO 32000-1, 9.8.2. */
const italic = 1 << 6
const slantedName = /italic|oblique/i
const maxNameBytes = 60

/** Of a text page, by the index of a letter. Asks PDFium once for each object, whose letters follow each other. */
export function openTextRuns(
  { pdfium, scratch }: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  textPage: number,
): (index: number) => TextRun {
  const fonts = new Map<number, Font>()
  let run: TextRun | undefined

  const fontOf = (handle: number): Font => {
    const known = fonts.get(handle)
    if (known) return known
    const flags = pdfium.FPDFFont_GetFlags(handle)
    const isSlanted =
      (flags > 0 && (flags & italic) !== 0) ||
      (pdfium.FPDFFont_GetItalicAngle(handle, scratch.pointer) === 1 && firstNumber() !== 0) ||
      slantedName.test(nameOf(handle))
    const font = { tellsSize: tellsSize(handle), isSlanted }
    fonts.set(handle, font)
    return font
  }

  const nameOf = (handle: number): string => {
    const bytes = pdfium.FPDFFont_GetBaseFontName(handle, scratch.pointer, maxNameBytes)
    if (bytes < 1 || bytes > maxNameBytes) return ''
    return Buffer.from(pdfium.memory.buffer, scratch.pointer, bytes - 1).toString('latin1')
  }

  /** The letters of a font of drawings (Type 3) are as large as they are drawn, whatever size it is set in. */
  const tellsSize = (handle: number): boolean =>
    pdfium.FPDFFont_GetFontData(handle, 0, 0, scratch.pointer) === 1 && firstNumber() !== 0

  const firstNumber = () => new Int32Array(pdfium.memory.buffer, scratch.pointer, 1)[0]!

  return (index) => {
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    if (run?.object === object) return run
    const font = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object)
    const angle = pdfium.FPDFText_GetCharAngle(textPage, index) * degrees
    run = { object, font, angle, em: 0, emAcross: 0, isSlanted: false }
    if (font === 0) return run
    const { tellsSize, isSlanted } = fontOf(font)
    if (!tellsSize) return run
    if (pdfium.FPDFText_GetMatrix(textPage, index, scratch.pointer) !== 1) return run
    const [a = 1, b = 0, c = 0, d = 1] = scratch.floats()
    const size = Math.abs(pdfium.FPDFText_GetFontSize(textPage, index))
    run = { ...run, isSlanted, em: size * Math.hypot(a, b), emAcross: size * Math.hypot(c, d) }
    return run
  }
}
