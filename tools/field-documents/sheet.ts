import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PdfDocument from 'pdfkit'

export type Ink = {
  readonly size?: number
  readonly isBold?: boolean
  /** Reference point of x: for `right` it is the end of the text. */
  readonly align?: 'left' | 'right' | 'centre'
  readonly colour?: string
}

/** A page to draw on, in points from the top left. Texts do not wrap. */
export type Sheet = {
  readonly width: number
  readonly height: number
  readonly text: (text: string, x: number, y: number, ink?: Ink) => void
  readonly widthOf: (text: string, ink?: Ink) => number
  readonly rule: (x: number, y: number, width: number) => void
  readonly frame: (x: number, y: number, width: number, height: number) => void
}

export type PaperSize = readonly [width: number, height: number]
export const a4: PaperSize = [595, 842]

/** A package that the reader depends on contains fonts for all languages. */
const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
const regular = join(fonts, 'LiberationSans-Regular.ttf')
const bold = join(fonts, 'LiberationSans-Bold.ttf')
const madeAt = new Date('2026-01-05T09:00:00Z')

/** Draws a PDF of one page with native text. */
export function drawSheet(size: PaperSize, draw: (sheet: Sheet) => void): Promise<Uint8Array> {
  return drawPages(size, (pdf) => draw(sheetOn(pdf, size)))
}

/** Draws a PDF. The same code makes the same bytes. */
export async function drawPages(
  size: PaperSize,
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Uint8Array> {
  const pdf = new PdfDocument({
    size: [...size],
    margin: 0,
    info: { Title: 'Document', CreationDate: madeAt },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const endPromise = once(pdf, 'end')
  draw(pdf)
  pdf.end()
  await endPromise
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns a pen for the current page of a PDF, which embeds the letters that it draws. */
export function sheetOn(pdf: PDFKit.PDFDocument, [width, height]: PaperSize): Sheet {
  const take = ({ size = 9, isBold = false, colour = '#111111' }: Ink) =>
    pdf
      .font(isBold ? bold : regular)
      .fontSize(size)
      .fillColor(colour)
  return {
    width,
    height,
    text(text, x, y, ink = {}) {
      take(ink)
      const { align = 'left' } = ink
      const length = align === 'left' ? 0 : pdf.widthOfString(text)
      pdf.text(text, align === 'centre' ? x - length / 2 : x - length, y, { lineBreak: false })
    },
    widthOf: (text, ink = {}) => take(ink).widthOfString(text),
    rule(x, y, length) {
      pdf
        .moveTo(x, y)
        .lineTo(x + length, y)
        .lineWidth(0.6)
        .stroke('#888888')
    },
    frame(x, y, w, h) {
      pdf.rect(x, y, w, h).lineWidth(0.6).stroke('#888888')
    },
  }
}
