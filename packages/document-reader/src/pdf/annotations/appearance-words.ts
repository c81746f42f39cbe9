import type { WordOrigin } from '@recto/document-text/model'
import { groupWords, type PlacedWord } from '../../words/group-words.ts'
import { readGlyphs } from '../glyphs/read-glyphs.ts'
import type { PageFrame } from '../pdfium/page-frame.ts'
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
  const shift = shiftOf(given, annotation, page)
  const textPage = pdfium.FPDFText_LoadPage(page)
  if (textPage === 0 || !shift) return []
  const shifted: PageFrame = {
    left: frame.left - shift.x,
    right: frame.right - shift.x,
    bottom: frame.bottom - shift.y,
    top: frame.top - shift.y,
    rotation: frame.rotation,
  }
  const { glyphs } = readGlyphs({ pdfium, scratch }, textPage, shifted)
  pdfium.FPDFText_ClosePage(textPage)
  return groupWords(glyphs)
}

/** From the corner of the exported page to the corner of the annotation, in PDF space. */
function shiftOf({ pdfium, scratch }: AnnotatedPage, annotation: number, page: number) {
  if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return undefined
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) !== 1) return undefined
  const [pageLeft = 0, pageTop = 0, , pageBottom = 0] = scratch.floats()
  return {
    x: Math.min(left, right) - pageLeft,
    y: Math.min(bottom, top) - Math.min(pageBottom, pageTop),
  }
}
