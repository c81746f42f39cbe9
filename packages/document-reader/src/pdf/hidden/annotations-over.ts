import type { Box } from '@recto/document-text/model'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'

/** PDFium's numbers for the kinds of annotations, and flags of ISO 32000-1, 12.5.3. */
const link = 2
const popup = 16
/** Viewers draw these kinds thin or translucent: lines, highlights, carets, ink. */
const unfilledKinds: ReadonlySet<number> = new Set([4, 8, 9, 10, 11, 12, 14, 15])
/** Bytes of an empty appearance string. */
const emptyAppearanceLength = 2
const hiddenOrNoView = 2 | 32
/** With more annotations, any part of the page is assumed to be covered. */
const maxAnnotations = 1000

type PageContext = Pick<OpenDocument, 'pdfium' | 'scratch'> & {
  readonly page: number
  readonly frame: PageFrame
}

/**
 * Returns the boxes where annotations are drawn over the page, as displayed; what they actually
 * cover only rendering shows.
 */
export function findAnnotationBoxes(context: PageContext): readonly Box[] {
  const { pdfium, page, frame } = context
  const count = pdfium.FPDFPage_GetAnnotCount(page)
  if (count > maxAnnotations) {
    const { width, height } = displaySize(frame)
    return [[0, 0, width, height]]
  }
  return Array.from({ length: count }, (_, i) => getAnnotationBox(context, i)).filter(
    (box) => box !== undefined,
  )
}

function getAnnotationBox(
  { pdfium, page, frame, scratch }: PageContext,
  index: number,
): Box | undefined {
  const annotation = pdfium.FPDFPage_GetAnnot(page, index)
  if (annotation === 0) return undefined
  try {
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    if (kind === link || kind === popup) return undefined
    const appearanceLength = pdfium.FPDFAnnot_GetAP(annotation, 0, 0, 0)
    if (unfilledKinds.has(kind) && appearanceLength <= emptyAppearanceLength) return undefined
    if ((pdfium.FPDFAnnot_GetFlags(annotation) & hiddenOrNoView) !== 0) return undefined
    if (pdfium.FPDFAnnot_GetRect(annotation, scratch.pointer) !== 1) return undefined
    const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats()
    return boxToDisplay(frame, [left, bottom, right, top])
  } finally {
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
}
