import { nameOf } from './check-input.ts'
import { groupLines } from './group-lines.ts'
import { groupWords } from './group-words.ts'
import type { Page } from './model.ts'
import { displaySize, type PageFrame } from './page-frame.ts'
import { showsInk } from './page-ink.ts'
import { allocateScratch, type Pdfium, type Scratch } from './pdfium.ts'
import { ReadError } from './read-error.ts'
import { glyphScratchBytes, readGlyphs } from './read-glyphs.ts'

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

const a4: PageFrame = { left: 0, bottom: 0, right: 595, top: 842, rotation: 0 }

/**
 * Reads one document page by page, in the thread that calls. Throws `ReadError` for a bad document; any
 * other error means that PDFium itself gave up and must not be used again.
 */
export function readPdf(pdfium: Pdfium, job: PdfJob, onPage: (page: Page) => void): void {
  const scratch = allocateScratch(pdfium, glyphScratchBytes)
  const data = copyIn(pdfium, job.bytes, job)
  try {
    const document = openDocument(pdfium, data, job)
    try {
      readPages({ pdfium, document, scratch }, job, onPage)
    } finally {
      pdfium.FPDF_CloseDocument(document)
    }
  } finally {
    pdfium.free(data)
    pdfium.free(scratch.pointer)
  }
}

function copyIn(pdfium: Pdfium, bytes: Uint8Array, { name }: PdfJob): number {
  const pointer = pdfium.malloc(bytes.length)
  if (pointer === 0)
    throw new ReadError('too-large', `${nameOf(name)} needs more memory than the reader may use.`)
  new Uint8Array(pdfium.memory.buffer, pointer, bytes.length).set(bytes)
  return pointer
}

function openDocument(pdfium: Pdfium, data: number, job: PdfJob): number {
  const password = job.password === undefined ? 0 : copyIn(pdfium, cString(job.password), job)
  const document = pdfium.FPDF_LoadMemDocument(data, job.bytes.length, password)
  if (password !== 0) pdfium.free(password)
  if (document !== 0) return document

  const file = nameOf(job.name)
  const reason = pdfium.FPDF_GetLastError()
  if (reason === passwordError && job.password === undefined)
    throw new ReadError('password-needed', `${file} is encrypted and needs its password.`)
  if (reason === passwordError)
    throw new ReadError('password-wrong', `The password does not open ${inSentence(file)}.`)
  if (reason === securityError)
    throw new ReadError('broken-file', `${file} is encrypted in a way that cannot be read.`)
  throw new ReadError('broken-file', `${file} is damaged: it does not open as a PDF.`)
}

function cString(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\0`)
}

function inSentence(file: string): string {
  return file.replace(/^The/, 'the')
}

type OpenDocument = {
  readonly pdfium: Pdfium
  readonly document: number
  readonly scratch: Scratch
}

function readPages(open: OpenDocument, job: PdfJob, onPage: (page: Page) => void): void {
  const file = nameOf(job.name)
  const count = open.pdfium.FPDF_GetPageCount(open.document)
  if (count < 1) throw new ReadError('broken-file', `${file} is damaged: it has no pages.`)
  if (count > job.maxPages)
    throw new ReadError(
      'too-many-pages',
      `${file} has ${count} pages; at most ${job.maxPages} are read.`,
    )

  let loaded = 0
  let withWords = 0
  let withInk = 0
  for (let number = 0; number < count; number++) {
    const { page, state } = readPage(open, number)
    if (state !== 'broken') loaded++
    if (page.words.length > 0) withWords++
    if (state === 'ink') withInk++
    onPage(page)
  }
  if (loaded === 0)
    throw new ReadError('broken-file', `${file} is damaged: none of its pages can be read.`)
  if (withWords === 0 && withInk > 0)
    throw new ReadError('needs-ocr', `${file} needs OCR: its pages are images without text.`)
}

/** `ink`: no words, yet something that may be read. A page that does not load is `broken` and empty. */
type PageState = 'words' | 'ink' | 'blank' | 'broken'

function readPage(open: OpenDocument, number: number): { page: Page; state: PageState } {
  const { pdfium, document, scratch } = open
  const handle = pdfium.FPDF_LoadPage(document, number)
  if (handle === 0) return { page: emptyPage(number, a4), state: 'broken' }
  try {
    const frame = frameOf(pdfium, handle, scratch)
    const page = { ...emptyPage(number, frame), ...readText(open, handle, frame) }
    if (page.words.length > 0) return { page, state: 'words' }
    return { page, state: showsInk(pdfium, handle) ? 'ink' : 'blank' }
  } finally {
    pdfium.FPDF_ClosePage(handle)
  }
}

function emptyPage(number: number, frame: PageFrame): Page {
  return { number, ...displaySize(frame), rotation: frame.rotation, words: [], lines: [] }
}

function frameOf(pdfium: Pdfium, page: number, scratch: Scratch): PageFrame {
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) !== 1) return a4
  const ltrb = scratch.floats()
  const turns = pdfium.FPDFPage_GetRotation(page)
  const rotation = (((turns % 4) + 4) % 4) * 90
  return {
    left: ltrb[0]!,
    top: ltrb[1]!,
    right: ltrb[2]!,
    bottom: ltrb[3]!,
    rotation: rotation as PageFrame['rotation'],
  }
}

function readText(
  { pdfium, scratch }: OpenDocument,
  page: number,
  frame: PageFrame,
): Pick<Page, 'words' | 'lines'> {
  const textPage = pdfium.FPDFText_LoadPage(page)
  if (textPage === 0) return { words: [], lines: [] }
  try {
    const glyphs = readGlyphs(pdfium, textPage, frame, scratch)
    const { width, height } = displaySize(frame)
    const visible = groupWords(glyphs).filter(({ word: { box } }) => {
      const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
      return x >= 0 && y >= 0 && x <= width && y <= height
    })
    return groupLines(visible)
  } finally {
    pdfium.FPDFText_ClosePage(textPage)
  }
}
