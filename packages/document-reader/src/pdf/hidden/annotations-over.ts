import type { Box } from '@recto/document-text/model'
import type { OpenDocument } from '../document/open-document.ts'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'

/** PDFium's numbers for the kinds of annotations, and flags of ISO 32000-1, 12.5.3. */
const link = 2
const popup = 16
/** What the program that shows the page draws of these is thin, or lets through what is under it: lines, highlights, carets, ink. */
const unfilled: ReadonlySet<number> = new Set([4, 8, 9, 10, 11, 12, 14, 15])
/** Bytes of an appearance that says nothing. */
const noAppearance = 2
const hiddenOrNoView = 2 | 32
/** With more of them anything of the page may be covered. */
const mostAnnotations = 1000

type LookedAt = Pick<OpenDocument, 'pdfium' | 'scratch'> & {
  readonly page: number
  readonly frame: PageFrame
}

/** Where annotations are drawn over the page, as displayed; what they cover only a look at the page tells. */
export function annotationsOver(given: LookedAt): readonly Box[] {
  const { pdfium, page, frame } = given
  const count = pdfium.FPDFPage_GetAnnotCount(page)
  if (count > mostAnnotations) {
    const { width, height } = displaySize(frame)
    return [[0, 0, width, height]]
  }
  return Array.from({ length: count }, (_, i) => boxOf(given, i)).filter((box) => box !== undefined)
}

function boxOf({ pdfium, page, frame, scratch }: LookedAt, place: number): Box | undefined {
  const annotation = pdfium.FPDFPage_GetAnnot(page, place)
  if (annotation === 0) return undefined
  try {
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    if (kind === link || kind === popup) return undefined
    const drawn = pdfium.FPDFAnnot_GetAP(annotation, 0, 0, 0)
    if (unfilled.has(kind) && drawn <= noAppearance) return undefined
    if ((pdfium.FPDFAnnot_GetFlags(annotation) & hiddenOrNoView) !== 0) return undefined
    if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return undefined
    const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
    return boxToDisplay(frame, [left, bottom, right, top])
  } finally {
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
}
