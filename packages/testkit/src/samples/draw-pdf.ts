import { once } from 'node:events'
import { omitUndefined } from '@recto/omit-undefined'
import PdfDocument from 'pdfkit'

/** When every sample claims to have been made, so that the same code gives the same bytes. */
const madeAt = new Date('2026-01-05T09:00:00Z')

export const a4 = { width: 595.28, height: 841.89 }

export type TextStyle = {
  readonly size?: number
  readonly font?: 'Helvetica' | 'Helvetica-Bold' | 'Times-Roman' | 'Times-Bold' | 'Courier'
  readonly colour?: string
  readonly align?: 'left' | 'right' | 'justify'
  /** Without a width the text stays on one line. */
  readonly width?: number
  readonly lineGap?: number
}

/** A thin hand over the PDF library that puts things where they are told, in points from the top left. */
export type Pen = {
  readonly text: (text: string, x: number, y: number, ink?: TextStyle) => void
  readonly box: (
    box: readonly [x: number, y: number, width: number, height: number],
    colour: string,
  ) => void
  readonly rule: (from: readonly [x: number, y: number], length: number, colour?: string) => void
  readonly picture: (
    png: Uint8Array,
    box: readonly [x: number, y: number, width: number, height: number],
  ) => void
  readonly newPage: () => void
}

type PdfOptions = { readonly title: string; readonly password?: string }

/** Draws an A4 document. Fonts are the standard ones, which hold the letters of Western Europe. */
export async function drawPdf(
  { title, password }: PdfOptions,
  draw: (pen: Pen) => void,
): Promise<Uint8Array> {
  const document = new PdfDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.4',
    info: {
      Title: title,
      Author: 'Recto',
      Producer: 'Recto',
      Creator: 'Recto',
      CreationDate: madeAt,
    },
    ...omitUndefined({
      userPassword: password,
      ownerPassword: password === undefined ? undefined : `${password}-owner`,
    }),
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const endPromise = once(document, 'end')
  draw(penOn(document))
  document.end()
  await endPromise
  return new Uint8Array(Buffer.concat(chunks))
}

function penOn(document: PDFKit.PDFDocument): Pen {
  return {
    text(text, x, y, { size = 9, font = 'Helvetica', colour = '#1f2937', width, ...rest } = {}) {
      document.font(font).fontSize(size).fillColor(colour)
      const { align = 'left', lineGap = 0 } = rest
      const start = align === 'right' && width === undefined ? x - document.widthOfString(text) : x
      if (width === undefined) document.text(text, start, y, { lineBreak: false })
      else document.text(text, x, y, { width, align, lineGap })
    },
    box([x, y, width, height], colour) {
      document.rect(x, y, width, height).fill(colour)
    },
    rule([x, y], length, colour = '#d1d5db') {
      document
        .moveTo(x, y)
        .lineTo(x + length, y)
        .lineWidth(0.7)
        .stroke(colour)
    },
    picture(png, [x, y, width, height]) {
      document.image(Buffer.from(png), x, y, { width, height })
    },
    newPage() {
      document.addPage()
    },
  }
}
