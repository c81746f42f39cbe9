import type { CodeCaches } from './codes/code-caches.ts'
import { drawPartsOfPages } from './codes/draw-parts-of-pages.ts'
import type { OpenDocument } from './pdfium/pdfium.ts'

/**
 * Whether an open document obviously contains no machine-readable data: no attachment, form or
 * signature, and nothing on its pages that could be a code. Then `readEmbeddedInPdf` would find
 * nothing.
 */
export function hasNoEmbedded(open: OpenDocument, total: number, caches: CodeCaches): boolean {
  const { pdfium, document, form } = open
  const hasParts =
    form !== 0 ||
    pdfium.FPDFDoc_GetAttachmentCount(document) > 0 ||
    pdfium.FPDF_GetSignatureCount(document) > 0 ||
    pdfium.FPDF_GetXFAPacketCount(document) > 0
  return !hasParts && drawPartsOfPages(open, total, caches).length === 0
}
