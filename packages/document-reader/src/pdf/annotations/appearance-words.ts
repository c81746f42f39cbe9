import type { Box, WordOrigin } from '@recto/document-text/model'
import type { Glyph } from '../../words/glyph.ts'
import { groupWords, type PlacedWord } from '../../words/group-words.ts'
import { readGlyphs } from '../glyphs/read-glyphs.ts'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import { objectKinds } from '../pdfium/page-objects.ts'
import type { AnnotatedPage } from './annotated-page.ts'

/**
 * The words that an annotation's appearance stream draws, in their places on the page; none when it has no
 * appearance. PDFium reads the text of whole pages only, so the appearance becomes a page of its own for a
 * moment.
 */
export function appearanceWords(
  given: AnnotatedPage,
  annotation: number,
  origin: WordOrigin,
): PlacedWord[] {
  const { pdfium } = given
  if (!drawsText(given, annotation)) return []
  const document = pdfium.EPDFAnnot_ExportAppearanceAsDocument(annotation)
  if (document === 0) return []
  const page = pdfium.FPDF_LoadPage(document, 0)
  const words = page === 0 ? [] : wordsOfExported(given, annotation, page)
  if (page !== 0) pdfium.FPDF_ClosePage(page)
  pdfium.FPDF_CloseDocument(document)
  return words.map((placed) => ({ ...placed, word: { ...placed.word, origin } }))
}

/** Making the page costs a millisecond; this does not. */
function drawsText({ pdfium }: AnnotatedPage, annotation: number): boolean {
  const count = pdfium.FPDFAnnot_GetObjectCount(annotation)
  for (let i = 0; i < count; i++) {
    const kind = pdfium.FPDFPageObj_GetType(pdfium.FPDFAnnot_GetObject(annotation, i))
    if (kind === objectKinds.text || kind === objectKinds.form) return true
  }
  return false
}

function wordsOfExported(given: AnnotatedPage, annotation: number, page: number): PlacedWord[] {
  const { pdfium, scratch, frame } = given
  if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return []
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  const place = boxToDisplay(frame, [left, bottom, right, top])
  const own = frameOf(given, page)
  const textPage = own && pdfium.FPDFText_LoadPage(page)
  if (!own || !textPage) return []
  const { glyphs } = readGlyphs({ pdfium, scratch }, textPage, own)
  pdfium.FPDFText_ClosePage(textPage)
  const fit = fitInto(place, own)
  return groupWords(glyphs.map(fit))
}

/** Of the exported page, which is as large as the appearance is drawn. */
function frameOf({ pdfium, scratch, frame }: AnnotatedPage, page: number): PageFrame | undefined {
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) !== 1) return undefined
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  if (right <= left || top === bottom) return undefined
  const [low, high] = [Math.min(top, bottom), Math.max(top, bottom)]
  return { left, right, bottom: low, top: high, rotation: frame.rotation }
}

/** An appearance is made as large as its annotation: ISO 32000-1, 12.5.5. */
function fitInto([x0, y0, x1, y1]: Box, own: PageFrame): (glyph: Glyph) => Glyph {
  const { width, height } = displaySize(own)
  const [scaleX, scaleY] = [(x1 - x0) / width, (y1 - y0) / height]
  const toX = (x: number) => x0 + x * scaleX
  const toY = (y: number) => y0 + y * scaleY
  return (glyph) => ({
    ...glyph,
    box: [toX(glyph.box[0]), toY(glyph.box[1]), toX(glyph.box[2]), toY(glyph.box[3])],
    originX: toX(glyph.originX),
    originY: toY(glyph.originY),
    em: glyph.em * scaleX,
    advance: glyph.advance && glyph.advance * scaleX,
  })
}
