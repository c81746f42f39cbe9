import { createRequire } from 'node:module'
import type { Page, Word } from '@recto/document-text/model'
import PdfDocument from 'pdfkit'
import sharp from 'sharp'
import type { PagePicture } from '../images/page-image.ts'
import { drawTextPage } from '../typeset/draw-text-page.ts'

/** Makes a PDF page by page; its parts are kept until it is finished. */
export type PdfWriter = {
  /** A page whose words are all that it shows. */
  addText(page: Page): Promise<void>
  /** A page that is one picture. */
  addPicture(picture: PagePicture): Promise<void>
  finish(): Promise<Uint8Array>
}

type Drawing = PDFKit.PDFDocument

const ink = '#111'
/** JPEG quality of pictures: letters stay sharp, and a photo of a page is below a megabyte. */
const quality = 85
/** Pixels of a page whose letters no font here has, and which is therefore a picture. */
const pictureWidth = 1600

/** Characters that a standard font of every viewer can show. Its letters are as wide as the grid on which text is set. */
const usual =
  /^[\x20-\x7e\u00a0-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]*$/
const fromTheRight = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

export function openPdfWriter(): PdfWriter {
  const pdf = new PdfDocument({ autoFirstPage: false, margin: 0, compress: true })
  const parts: Buffer[] = []
  const { promise: end, resolve, reject } = Promise.withResolvers<void>()
  pdf.on('data', (part: Buffer) => parts.push(part))
  pdf.on('end', () => resolve())
  pdf.on('error', reject)
  const wide = openWideFont(pdf)

  return {
    async addText(page) {
      pdf.addPage({ size: [page.width, page.height], margin: 0 })
      const isShown = page.words.every(({ text }) => usual.test(text) || wide.shows(text))
      if (isShown) for (const word of page.words) writeWord(pdf, word, wide.name)
      else await drawWords(pdf, page)
    },
    async addPicture({ image, pointsPerPixel }) {
      const { width, height, channels, pixels } = image
      const jpeg = sharp(pixels, { raw: { width, height, channels } }).jpeg({ quality })
      const size: [number, number] = [width * pointsPerPixel, height * pointsPerPixel]
      pdf.addPage({ size, margin: 0 })
      pdf.image(await jpeg.toBuffer(), 0, 0, { width: size[0], height: size[1] })
    },
    async finish() {
      pdf.end()
      await end
      return new Uint8Array(Buffer.concat(parts))
    },
  }
}

/** As wide as its place on the page, so that what is marked there is what is read there. */
function writeWord(pdf: Drawing, { text, box: [x0, y0, x1, y1] }: Word, wideName: string): void {
  pdf.font(usual.test(text) ? 'Courier' : wideName, y1 - y0).fillColor(ink)
  const own = pdf.widthOfString(text)
  const horizontalScaling = own > 0 ? ((x1 - x0) / own) * 100 : 100
  // Its types do not know of the scaling.
  const options: PDFKit.Mixins.TextOptions & { readonly horizontalScaling: number } = {
    lineBreak: false,
    horizontalScaling,
  }
  pdf.text(text, x0, y0 + (y1 - y0) * 0.1, options)
}

async function drawWords(pdf: Drawing, page: Page): Promise<void> {
  const { bytes } = drawTextPage(page, pictureWidth)
  const picture = await sharp(bytes).flatten({ background: 'white' }).jpeg({ quality }).toBuffer()
  pdf.image(picture, 0, 0, { width: page.width, height: page.height })
}

type Shapes = { hasGlyphForCodePoint(codePoint: number): boolean }

/** Latin, Greek and Cyrillic; read from its file when the first word needs it. */
function openWideFont(pdf: Drawing) {
  const name = 'Wide'
  let shapes: Shapes | undefined
  const open = (): Shapes => {
    const { resolve } = createRequire(import.meta.url)
    pdf.registerFont(name, resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'))
    pdf.font(name)
    // What the drawing keeps of its font has no type.
    return (pdf as unknown as { readonly _font: { readonly font: Shapes } })._font.font
  }
  return {
    name,
    shows(text: string): boolean {
      if (fromTheRight.test(text)) return false
      shapes ??= open()
      const knownShapes = shapes
      return [...text].every((letter) =>
        knownShapes.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
      )
    },
  }
}
