import type { Box, WordOrigin } from '@recto/document-text/model'
import type { Glyph } from '../../words/glyph.ts'
import { groupWords, type PlacedWord } from '../../words/group-words.ts'
import { readGlyphs } from '../glyphs/read-glyphs.ts'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import { objectKinds } from '../pdfium/page-objects.ts'
import type { AnnotatedPage } from './annotated-page.ts'

/**
 * Returns the words that an annotation's appearance stream draws, at their positions on the page;
 * none when it has no appearance. PDFium reads the text of whole pages only, so the appearance is
 * exported as a temporary page.
 */
export function readAppearanceWords(
  annotatedPage: AnnotatedPage,
  annotation: number,
  origin: WordOrigin,
): PlacedWord[] {
  const { pdfium } = annotatedPage
  if (!drawsText(annotatedPage, annotation)) return []
  const document = pdfium.EPDFAnnot_ExportAppearanceAsDocument(annotation)
  if (document === 0) return []
  const page = pdfium.FPDF_LoadPage(document, 0)
  const words = page === 0 ? [] : readExportedWords(annotatedPage, annotation, page)
  if (page !== 0) pdfium.FPDF_ClosePage(page)
  pdfium.FPDF_CloseDocument(document)
  return words.map((placedWord) => ({ ...placedWord, word: { ...placedWord.word, origin } }))
}

/** Exporting the page costs a millisecond; this check is nearly free. */
function drawsText({ pdfium }: AnnotatedPage, annotation: number): boolean {
  const count = pdfium.FPDFAnnot_GetObjectCount(annotation)
  for (let i = 0; i < count; i++) {
    const kind = pdfium.FPDFPageObj_GetType(pdfium.FPDFAnnot_GetObject(annotation, i))
    if (kind === objectKinds.text || kind === objectKinds.form) return true
  }
  return false
}

function readExportedWords(
  annotatedPage: AnnotatedPage,
  annotation: number,
  page: number,
): PlacedWord[] {
  const { pdfium, scratch, frame } = annotatedPage
  if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return []
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  const annotationBox = boxToDisplay(frame, [left, bottom, right, top])
  const appearanceFrame = getAppearanceFrame(annotatedPage, page)
  const textPage = appearanceFrame && pdfium.FPDFText_LoadPage(page)
  if (!appearanceFrame || !textPage) return []
  const { glyphs } = readGlyphs({ pdfium, scratch }, textPage, appearanceFrame)
  pdfium.FPDFText_ClosePage(textPage)
  const fitGlyph = fitInto(annotationBox, appearanceFrame)
  return groupWords(glyphs.map(fitGlyph))
}

/** Returns the frame of the exported page, which has the size at which the appearance is drawn. */
function getAppearanceFrame(
  { pdfium, scratch, frame }: AnnotatedPage,
  page: number,
): PageFrame | undefined {
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) !== 1) return undefined
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  if (right <= left || top === bottom) return undefined
  const low = Math.min(top, bottom)
  const high = Math.max(top, bottom)
  return { left, right, bottom: low, top: high, rotation: frame.rotation }
}

/** An appearance is scaled to fill its annotation: ISO 32000-1, 12.5.5. */
function fitInto([x0, y0, x1, y1]: Box, appearanceFrame: PageFrame): (glyph: Glyph) => Glyph {
  const { width, height } = displaySize(appearanceFrame)
  const scaleX = (x1 - x0) / width
  const scaleY = (y1 - y0) / height
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
