import { nameOf, ReadError } from '@recto/document-text/read-error'
import { openPages } from '../pdfium/loaded-pages.ts'
import { allocateScratch, type OpenDocument, type Pdfium } from '../pdfium/pdfium.ts'
import { repairPdf } from './repair-pdf.ts'

export type PdfFile = {
  /** The bytes from the `%PDF` header onwards. */
  readonly bytes: Uint8Array
  readonly name?: string | undefined
  readonly password?: string | undefined
}

/** PDFium's error codes for a document that does not open. */
const formatError = 3
const passwordError = 4
const securityError = 5

/**
 * Opens a document on the calling thread for the duration of `use`. Throws `ReadError` for a bad
 * document; any other error means that PDFium itself failed and must not be used again.
 */
export function withPdf<Result>(
  pdfium: Pdfium,
  file: PdfFile,
  use: (open: OpenDocument) => Result,
): Result {
  const scratch = allocateScratch(pdfium)
  const data = copyToWasm(pdfium, file.bytes, file.name)
  try {
    return withDocument(pdfium, { data, file }, (document) =>
      withForm(pdfium, document, (form) => {
        const pages = openPages(pdfium, document)
        try {
          return use({ pdfium, document, form, scratch, pages })
        } finally {
          pages.close()
        }
      }),
    )
  } finally {
    pdfium.free(data)
    pdfium.free(scratch.pointer)
  }
}

/** Throws `broken-file` for a document without pages. */
export function countPdfPages(
  { pdfium, document }: OpenDocument,
  name: string | undefined,
): number {
  const count = pdfium.FPDF_GetPageCount(document)
  if (count > 0) return count
  throw new ReadError('broken-file', `${nameOf(name)} is damaged: it has no pages.`)
}

function copyToWasm(pdfium: Pdfium, bytes: Uint8Array, name: string | undefined): number {
  const pointer = pdfium.malloc(bytes.length)
  if (pointer === 0)
    throw new ReadError(
      'too-large',
      `${nameOf(name)} needs more memory than the reader is allowed to use.`,
    )
  new Uint8Array(pdfium.memory.buffer, pointer, bytes.length).set(bytes)
  return pointer
}

type LoadedFile = { readonly data: number; readonly file: PdfFile }

function withDocument<Result>(
  pdfium: Pdfium,
  { data, file }: LoadedFile,
  use: (document: number) => Result,
): Result {
  const document = loadDocument(pdfium, { data, file })
  if (document === 0) return withRepaired(pdfium, file, use)
  try {
    return use(document)
  } finally {
    pdfium.FPDF_CloseDocument(document)
  }
}

/** A superfluous password does not prevent opening a document. */
function loadDocument(
  pdfium: Pdfium,
  { data, file: { bytes, password, name } }: LoadedFile,
): number {
  if (!password) return pdfium.FPDF_LoadMemDocument(data, bytes.length, 0)
  const key = copyToWasm(pdfium, toCString(password), name)
  const document = pdfium.FPDF_LoadMemDocument(data, bytes.length, key)
  pdfium.free(key)
  if (document !== 0 || pdfium.FPDF_GetLastError() !== passwordError) return document
  return pdfium.FPDF_LoadMemDocument(data, bytes.length, 0)
}

/** The rest of a truncated file is better than nothing: the lost pages are reported as broken. */
function withRepaired<Result>(
  pdfium: Pdfium,
  file: PdfFile,
  use: (document: number) => Result,
): Result {
  const reason = pdfium.FPDF_GetLastError()
  const bytes = reason === formatError ? repairPdf(file.bytes) : undefined
  if (!bytes) throw toOpenError(reason, file)
  const data = copyToWasm(pdfium, bytes, file.name)
  const document = loadDocument(pdfium, { data, file: { ...file, bytes } })
  try {
    if (document === 0) throw toOpenError(reason, file)
    return use(document)
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    pdfium.free(data)
  }
}

function toCString(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\0`)
}

function toOpenError(reason: number, { name, password }: PdfFile): ReadError {
  const file = nameOf(name)
  if (reason === passwordError && !password)
    return new ReadError('password-needed', `${file} is encrypted and requires a password.`)
  if (reason === passwordError)
    return new ReadError('password-wrong', `${file} cannot be opened with this password.`)
  if (reason === securityError)
    return new ReadError('broken-file', `${file} is encrypted with an unsupported method.`)
  return new ReadError('broken-file', `${file} is damaged: it cannot be opened as a PDF.`)
}

/** The form environment costs time, so only documents with a form get one. */
function withForm<Result>(pdfium: Pdfium, document: number, use: (form: number) => Result): Result {
  if (pdfium.FPDF_GetFormType(document) === 0) return use(0)
  const info = pdfium.PDFiumExt_OpenFormFillInfo()
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, info)
  try {
    return use(form)
  } finally {
    if (form !== 0) pdfium.PDFiumExt_ExitFormFillEnvironment(form)
    pdfium.PDFiumExt_CloseFormFillInfo(info)
  }
}
