import type { Inspection } from '@recto/document-text/reader'
import type { OpenDocument } from '../pdfium/pdfium.ts'
import { listAttachments } from './attachments.ts'
import { countPdfPages } from './open-pdf.ts'

const unknownSize = { width: 612, height: 792 }

/** Returns the pages and their sizes without reading their content. Throws `ReadError`. */
export function inspectPdf(open: OpenDocument, name: string | undefined): Inspection {
  const pages = countPdfPages(open, name)
  const sizes = Array.from({ length: pages }, (_, page) => readPageSize(open, page))
  const attachments = listAttachments(open.pdfium, open.document).map(
    ({ attachment }) => attachment,
  )
  return { pages, sizes, attachments }
}

function readPageSize({ pdfium, document, scratch }: OpenDocument, page: number) {
  if (pdfium.FPDF_GetPageSizeByIndexF(document, page, scratch.pointer) !== 1) return unknownSize
  const [width = 0, height = 0] = scratch.floats()
  return { width: toHundredths(width), height: toHundredths(height) }
}

function toHundredths(points: number): number {
  return Math.round(points * 100) / 100
}
