import type { Pdfium } from '../pdfium/pdfium.ts'

/** PDFium's numbers for the kinds of page objects. */
const text = 1
const path = 2
const image = 3
const form = 5

/**
 * Ruling lines and frames have fewer segments; a line of letters converted to outlines has more.
 */
const segmentsOfDrawing = 200
const maxFormDepth = 8

/**
 * Whether a page without readable words shows something that may be text: an image, letters with
 * unknown characters, or a drawing complex enough to be letters converted to outlines. A gradient
 * does not count.
 */
export function showsInk(pdfium: Pdfium, page: number): boolean {
  let segments = 0

  const isInk = (object: number, depth: number): boolean => {
    const kind = pdfium.FPDFPageObj_GetType(object)
    if (kind === image || kind === text) return true
    if (kind === path) segments += pdfium.FPDFPath_CountSegments(object)
    if (kind === form && depth < maxFormDepth && formHasInk(object, depth)) return true
    return segments > segmentsOfDrawing
  }

  const formHasInk = (object: number, depth: number): boolean => {
    const count = pdfium.FPDFFormObj_CountObjects(object)
    for (let i = 0; i < count; i++)
      if (isInk(pdfium.FPDFFormObj_GetObject(object, i), depth + 1)) return true
    return false
  }

  const count = pdfium.FPDFPage_CountObjects(page)
  for (let i = 0; i < count; i++) if (isInk(pdfium.FPDFPage_GetObject(page, i), 0)) return true
  return false
}
