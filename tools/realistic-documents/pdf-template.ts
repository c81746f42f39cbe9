import type { CodeModules } from '@recto/document-reader/testing/draw-code'
import { a4, drawPages, type Ink, type Sheet, sheetOn } from '../field-documents/sheet.ts'

export type PrintArea = readonly [x: number, y: number, width: number, height: number]

/** Stands in a text for the digits of the document's number. */
export const numberMark = '0000000'

/** Pages to draw on, in points from the top left. */
export type Canvas = Sheet & {
  /** Draws a text that contains `numberMark`, never in bold: its digits are encoded for one font. */
  readonly numberedText: (text: string, x: number, y: number, ink?: Ink) => void
  /** Draws a text that wraps, and returns where it ends. */
  readonly paragraph: (text: string, box: readonly [x: number, y: number, width: number]) => number
  readonly image: (file: Buffer, box: PrintArea) => void
  readonly codeAsImage: (box: PrintArea) => void
  readonly codeAsPaths: (box: PrintArea) => void
  readonly addPage: () => void
  readonly pdf: PDFKit.PDFDocument
}

/** Returns the document with a number of seven digits. */
export type PdfTemplate = (digits: string) => Promise<Uint8Array>

/** Bytes of the file that differ in each copy. */
type Slot = {
  readonly placeholder: Buffer
  /** Returns as many bytes as the placeholder has. */
  readonly contentOf: (copy: Copy) => Buffer
}

type Copy = { readonly digits: string; readonly code: CodeModules | undefined }

type TemplateOptions = {
  readonly draw: (canvas: Canvas) => void
  /** Returns the payment code of a copy. */
  readonly codeOf?: ((digits: string) => Promise<CodeModules>) | undefined
}

/**
 * Draws a document once. Each copy replaces only the bytes that show its number, because drawing a document takes
 * longer than reading it. These bytes are the only ones of the file that are not compressed, so that all copies
 * have the same length and no offset changes.
 */
export async function drawTemplate({ draw, codeOf }: TemplateOptions): Promise<PdfTemplate> {
  const slots: Slot[] = []
  const file = await drawPages(a4, (pdf) => {
    const { canvas, endPage } = canvasOn(pdf, slots)
    draw(canvas)
    endPage()
  })
  const bytes = Buffer.from(file)
  const places = slots.map(({ placeholder, contentOf }) => ({
    contentOf,
    offsets: offsetsOf(bytes, placeholder),
    length: placeholder.length,
  }))
  return async (digits) => {
    const copy = Buffer.from(bytes)
    const code = await codeOf?.(digits)
    for (const { contentOf, offsets, length } of places) {
      const content = contentOf({ digits, code })
      if (content.length !== length) throw new Error('A copy would have another length.')
      for (const offset of offsets) copy.set(content, offset)
    }
    return new Uint8Array(copy)
  }
}

function offsetsOf(bytes: Buffer, placeholder: Buffer): readonly number[] {
  const offsets: number[] = []
  for (
    let offset = bytes.indexOf(placeholder);
    offset >= 0;
    offset = bytes.indexOf(placeholder, offset + 1)
  )
    offsets.push(offset)
  if (offsets.length === 0) throw new Error('A placeholder is not in the file.')
  return offsets
}

/** Enough for every second square of the largest code. */
const maxPathBytes = 28_000

/** Parts of the PDF library that its types leave out. */
type OpenReference = PDFKit.PDFKitReference & { compress: boolean }
type OpenPdf = PDFKit.PDFDocument & {
  readonly _font: { readonly encode: (text: string) => readonly [readonly string[]] }
  readonly ref: (data: object) => OpenReference
}
type PageData = { readonly data: { Contents: unknown } }

function canvasOn(document: PDFKit.PDFDocument, slots: Slot[]) {
  const pdf = document as OpenPdf
  const sheet = sheetOn(pdf, a4)
  let hasNumberSlot = false
  let open: OpenReference | undefined

  /** Draws into a second content stream of the page, which is not compressed. */
  const drawOpenly = (draw: () => void) => {
    if (!open) {
      open = pdf.ref({})
      open.compress = false
      const dictionary = pdf.page.dictionary as unknown as PageData
      dictionary.data.Contents = [pdf.page.content, open]
    }
    const compressedContent = pdf.page.content
    pdf.page.content = open
    draw()
    pdf.page.content = compressedContent
  }
  const addNumberSlot = () => {
    if (hasNumberSlot) return
    hasNumberSlot = true
    const glyphs = [...'0123456789'].map((digit) => pdf._font.encode(digit)[0].join(''))
    const encode = (digits: string) =>
      Buffer.from([...digits].map((digit) => glyphs[Number(digit)]).join(''))
    slots.push({
      placeholder: encode(numberMark),
      contentOf: ({ digits }) => encode(digits),
    })
  }
  const endPage = () => {
    open?.end(undefined)
    open = undefined
  }
  const canvas: Canvas = {
    ...sheet,
    pdf,
    numberedText(text, x, y, ink) {
      drawOpenly(() => sheet.text(text, x, y, { ...ink, isBold: false }))
      addNumberSlot()
    },
    paragraph(text, [x, y, width]) {
      sheet.widthOf(' ', { size: 8 })
      pdf.text(text, x, y, { width, align: 'justify', lineGap: 1 })
      return pdf.y
    },
    image(file, [x, y, width, height]) {
      pdf.image(file, x, y, { width, height })
    },
    codeAsImage(box) {
      slots.push(placeCodeImage(pdf, box))
    },
    codeAsPaths(box) {
      const placeholder = Buffer.from('% payment code '.padEnd(maxPathBytes))
      drawOpenly(() => pdf.addContent(placeholder.toString()))
      slots.push({ placeholder, contentOf: ({ code }) => pathsOf(code, box) })
    },
    addPage() {
      endPage()
      pdf.addPage()
    },
  }
  return { canvas, endPage }
}

/** Squares of the largest code that is drawn, and pixels for each of them. */
const imageModules = 45
const pixelsPerModule = 4
const side = imageModules * pixelsPerModule
const rowBytes = Math.ceil(side / 8)

function placeCodeImage(pdf: OpenPdf, [x, y, width, height]: PrintArea): Slot {
  const placeholder = Buffer.alloc(rowBytes * side, 'payment code ')
  const image = pdf.ref({
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 1,
  })
  image.compress = false
  image.end(placeholder)
  pdf.page.xobjects.Code = image
  // The page is turned over, so that its origin is at the top.
  pdf.addContent(`q ${width} 0 0 ${-height} ${x} ${y + height} cm /Code Do Q`)
  return { placeholder, contentOf: ({ code }) => pixelsOf(code) }
}

/** Returns a code in the middle of a white square, one bit for each pixel. */
function pixelsOf(code: CodeModules | undefined): Buffer {
  const pixels = Buffer.alloc(rowBytes * side, 0xff)
  const margin = marginOf(code)
  for (let y = 0; y < side; y++) {
    const row = Math.floor(y / pixelsPerModule) - margin
    for (let x = 0; x < side; x++) {
      const column = Math.floor(x / pixelsPerModule) - margin
      if (isDarkAt(code, column, row)) pixels[y * rowBytes + (x >> 3)]! &= ~(0x80 >> (x & 7))
    }
  }
  return pixels
}

function marginOf(code: CodeModules | undefined): number {
  if (!code || code.size > imageModules - 4) throw new Error('The payment code does not fit.')
  return Math.floor((imageModules - code.size) / 2)
}

const isDarkAt = (code: CodeModules | undefined, column: number, row: number) =>
  code !== undefined &&
  Math.min(column, row) >= 0 &&
  Math.max(column, row) < code.size &&
  code.isDark(column, row)

/** Returns one dark rectangle for each run of dark squares, filled with blanks to the length of the placeholder. */
function pathsOf(code: CodeModules | undefined, [left, top, width]: PrintArea): Buffer {
  if (!code) throw new Error('There is no payment code.')
  const unit = width / code.size
  const rectangles: string[] = []
  for (let row = 0; row < code.size; row++) {
    for (let column = 0; column < code.size; column++) {
      const start = column
      while (isDarkAt(code, column, row)) column++
      if (column === start) continue
      const edges = [left + start * unit, top + row * unit, (column - start) * unit, unit]
      rectangles.push(`${edges.map(toPoints).join(' ')} re`)
    }
  }
  return Buffer.from(`q 0 g ${rectangles.join(' ')} f Q`.padEnd(maxPathBytes))
}

const toPoints = (value: number) => value.toFixed(2)
