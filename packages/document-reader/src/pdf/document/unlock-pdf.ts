import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { OpenDocument } from '../pdfium/pdfium.ts'

/** Returns a copy of an open document without its password. */
export function unlockPdf(
  { pdfium, document }: OpenDocument,
  name: string | undefined,
): Uint8Array {
  pdfium.EPDF_RemoveEncryption(document)
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    pdfium.PDFiumExt_SaveAsCopy(document, writer)
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
    const buffer = size > 0 ? pdfium.malloc(size) : 0
    if (buffer === 0) {
      const message = `${nameOf(name)} needs more memory than the reader is allowed to use.`
      throw new ReadError('too-large', message)
    }
    pdfium.PDFiumExt_GetFileWriterData(writer, buffer, size)
    const copy = new Uint8Array(pdfium.memory.buffer, buffer, size).slice()
    pdfium.free(buffer)
    return copy
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}
