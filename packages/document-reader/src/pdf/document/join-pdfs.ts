import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { OpenDocument } from '../pdfium/pdfium.ts'
import { withPdf } from './open-pdf.ts'
import { unlockPdf } from './unlock-pdf.ts'

/** Returns a copy of an open document with the pages of others behind its own. Throws `ReadError`. */
export function joinPdfs(
  open: OpenDocument,
  further: readonly Uint8Array[],
  name: string | undefined,
): Uint8Array {
  const { pdfium, document } = open
  for (const bytes of further) {
    withPdf(pdfium, { bytes, name }, (source) => {
      const index = pdfium.FPDF_GetPageCount(document)
      // No list of pages means all of them.
      if (!pdfium.FPDF_ImportPagesByIndex(document, source.document, 0, 0, index))
        throw new ReadError(
          'broken-file',
          `${nameOf(name)} has an attachment that cannot be copied.`,
        )
    })
  }
  return unlockPdf(open, name)
}
