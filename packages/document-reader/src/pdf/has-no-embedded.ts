import { withPage } from './document/with-page.ts'
import { displaySize } from './pdfium/page-frame.ts'
import type { OpenDocument } from './pdfium/pdfium.ts'
import { getPageFrame } from './read-page.ts'
import { findCodeArea, findCodePages } from './signals/find-code-area.ts'

/**
 * Whether an open document obviously contains no machine-readable data: no attachment, form or
 * signature, and nothing on its pages that could be a code. Then `readEmbeddedInPdf` would find
 * nothing.
 */
export function hasNoEmbedded(open: OpenDocument, total: number): boolean {
  const { pdfium, document, form } = open
  const hasParts =
    form !== 0 ||
    pdfium.FPDFDoc_GetAttachmentCount(document) > 0 ||
    pdfium.FPDF_GetSignatureCount(document) > 0 ||
    pdfium.FPDF_GetXFAPacketCount(document) > 0
  return !hasParts && findCodePages(total).every((number) => !mayHaveCode(open, number))
}

function mayHaveCode(open: OpenDocument, number: number): boolean {
  const { pdfium, scratch } = open
  const area = withPage(open, number, (page) => {
    const frame = getPageFrame(pdfium, page, scratch)
    return findCodeArea({ pdfium, scratch, page, frame, size: displaySize(frame) })
  })
  return area !== undefined
}
