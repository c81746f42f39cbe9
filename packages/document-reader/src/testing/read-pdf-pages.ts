import { openPages } from '../pdf/pdfium/loaded-pages.ts'
import { allocateScratch, loadPdfium, type OpenDocument } from '../pdf/pdfium/pdfium.ts'
import { type PageReading, type ReadPageOptions, readPage } from '../pdf/read-page.ts'

const pdfiumPromise = loadPdfium(256)

/** Reads all pages in the thread of the test, without workers, limits and OCR. */
export async function readPdfPages(
  bytes: Uint8Array | Promise<Uint8Array>,
  options: ReadPageOptions = {},
): Promise<PageReading[]> {
  return withPdf(bytes, (open) => {
    const count = open.pdfium.FPDF_GetPageCount(open.document)
    return Array.from({ length: count }, (_, number) => readPage(open, number, options))
  })
}

/** Opens a document in the thread of the test. */
export async function withPdf<Result>(
  bytes: Uint8Array | Promise<Uint8Array>,
  use: (open: OpenDocument) => Result,
): Promise<Result> {
  const [pdfium, data] = await Promise.all([pdfiumPromise, bytes])
  const scratch = allocateScratch(pdfium)
  const pointer = pdfium.malloc(data.length)
  new Uint8Array(pdfium.memory.buffer, pointer, data.length).set(data)
  const document = pdfium.FPDF_LoadMemDocument(pointer, data.length, 0)
  const info = pdfium.PDFiumExt_OpenFormFillInfo()
  const hasForm = pdfium.FPDF_GetFormType(document) !== 0
  const form = hasForm ? pdfium.PDFiumExt_InitFormFillEnvironment(document, info) : 0
  const pages = openPages(pdfium, document)
  try {
    return use({ pdfium, document, form, scratch, pages })
  } finally {
    pages.close()
    if (form !== 0) pdfium.PDFiumExt_ExitFormFillEnvironment(form)
    pdfium.PDFiumExt_CloseFormFillInfo(info)
    pdfium.FPDF_CloseDocument(document)
    pdfium.free(pointer)
    pdfium.free(scratch.pointer)
  }
}
