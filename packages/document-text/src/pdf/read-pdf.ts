import { nameOf } from '../check-input.ts'
import type { Page } from '../model.ts'
import { ReadError } from '../read-error.ts'
import { allocateScratch, type Pdfium } from './pdfium.ts'
import { type OpenDocument, type PageState, readPage, scratchBytes } from './read-page.ts'

export type PdfJob = {
  /** From the `%PDF` header on. */
  readonly bytes: Uint8Array
  readonly name?: string
  readonly password?: string
  readonly maxPages: number
}

/** PDFium's numbers for why a document did not open. */
const passwordError = 4
const securityError = 5

/**
 * Reads one document page by page, in the thread that calls. Throws `ReadError` for a bad document; any
 * other error means that PDFium itself gave up and must not be used again.
 */
export function readPdf(pdfium: Pdfium, job: PdfJob, onPage: (page: Page) => void): void {
  const scratch = allocateScratch(pdfium, scratchBytes)
  const data = copyIn(pdfium, job.bytes, job.name)
  try {
    withDocument(pdfium, { data, job }, (document) =>
      withForm(pdfium, document, (form) => {
        readPages({ pdfium, document, form, scratch }, job, onPage)
      }),
    )
  } finally {
    pdfium.free(data)
    pdfium.free(scratch.pointer)
  }
}

function copyIn(pdfium: Pdfium, bytes: Uint8Array, name: string | undefined): number {
  const pointer = pdfium.malloc(bytes.length)
  if (pointer === 0)
    throw new ReadError('too-large', `${nameOf(name)} needs more memory than the reader may use.`)
  new Uint8Array(pdfium.memory.buffer, pointer, bytes.length).set(bytes)
  return pointer
}

type Loaded = { readonly data: number; readonly job: PdfJob }

function withDocument(pdfium: Pdfium, { data, job }: Loaded, use: (document: number) => void) {
  const { bytes, password, name } = job
  const key = password === undefined ? 0 : copyIn(pdfium, cString(password), name)
  const document = pdfium.FPDF_LoadMemDocument(data, bytes.length, key)
  if (key !== 0) pdfium.free(key)
  if (document === 0) throw whyClosed(pdfium.FPDF_GetLastError(), job)
  try {
    use(document)
  } finally {
    pdfium.FPDF_CloseDocument(document)
  }
}

function cString(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\0`)
}

function whyClosed(reason: number, { name, password }: PdfJob): ReadError {
  const file = nameOf(name)
  if (reason === passwordError && password === undefined)
    return new ReadError('password-needed', `${file} is encrypted and needs its password.`)
  if (reason === passwordError)
    return new ReadError('password-wrong', `${file} does not open with this password.`)
  if (reason === securityError)
    return new ReadError('broken-file', `${file} is encrypted in a way that cannot be read.`)
  return new ReadError('broken-file', `${file} is damaged: it does not open as a PDF.`)
}

/** The form environment costs time, so only documents with a form get one. */
function withForm(pdfium: Pdfium, document: number, use: (form: number) => void): void {
  if (pdfium.FPDF_GetFormType(document) === 0) {
    use(0)
    return
  }
  const info = pdfium.PDFiumExt_OpenFormFillInfo()
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, info)
  try {
    use(form)
  } finally {
    if (form !== 0) pdfium.PDFiumExt_ExitFormFillEnvironment(form)
    pdfium.PDFiumExt_CloseFormFillInfo(info)
  }
}

function readPages(open: OpenDocument, job: PdfJob, onPage: (page: Page) => void): void {
  const count = countPages(open, job)
  const states = new Set<PageState>()
  for (let number = 0; number < count; number++) {
    const { page, state } = readPage(open, number)
    states.add(state)
    onPage(page)
  }

  const file = nameOf(job.name)
  if (states.has('words')) return
  if (states.has('ink'))
    throw new ReadError('needs-ocr', `${file} needs OCR: its pages are images without text.`)
  if (!states.has('blank'))
    throw new ReadError('broken-file', `${file} is damaged: none of its pages can be read.`)
}

function countPages({ pdfium, document }: OpenDocument, { name, maxPages }: PdfJob): number {
  const count = pdfium.FPDF_GetPageCount(document)
  const file = nameOf(name)
  if (count < 1) throw new ReadError('broken-file', `${file} is damaged: it has no pages.`)
  if (count > maxPages)
    throw new ReadError(
      'too-many-pages',
      `${file} has ${count} pages; at most ${maxPages} are read.`,
    )
  return count
}
