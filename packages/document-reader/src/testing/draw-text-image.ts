import sharp from 'sharp'
import type { PageImage } from '../images/page-image.ts'
import { loadPdfium, type Pdfium } from '../pdf/pdfium/pdfium.ts'
import { type Drawing, drawPdf } from './draw-pdf.ts'

/** PDFium's numbers: grey pixels of one byte; smooth letters need no flag, annotations do. */
const greyBitmap = 1
const white = 0xffffffff

let pdfium: Promise<Pdfium> | undefined

/**
 * The first page of a PDF drawn by code, as grey pixels: a scan made without any installed font. `rotate` turns it
 * clockwise by degrees, whatever they are, on a canvas that grows around it.
 */
export async function drawTextImage(
  draw: (drawing: Drawing) => void,
  options: { dpi?: number; rotate?: number; pdf?: PDFKit.PDFDocumentOptions } = {},
): Promise<PageImage> {
  const { dpi = 150, rotate = 0, pdf } = options
  const image = await pictureOfPdf(await drawPdf(draw, pdf), dpi)
  return rotate === 0 ? image : await turn(image, rotate)
}

/** The first page of a PDF as grey pixels. */
export async function pictureOfPdf(pdf: Uint8Array, dpi: number): Promise<PageImage> {
  pdfium ??= loadPdfium(512)
  return renderFirstPage(await pdfium, pdf, dpi)
}

function renderFirstPage(pdfium: Pdfium, pdf: Uint8Array, dpi: number): PageImage {
  const data = pdfium.malloc(pdf.length)
  new Uint8Array(pdfium.memory.buffer, data, pdf.length).set(pdf)
  const document = pdfium.FPDF_LoadMemDocument(data, pdf.length, 0)
  const page = pdfium.FPDF_LoadPage(document, 0)
  const width = Math.round((pdfium.FPDF_GetPageWidthF(page) * dpi) / 72)
  const height = Math.round((pdfium.FPDF_GetPageHeightF(page) * dpi) / 72)
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, greyBitmap, 0, 0)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
  const image = copyOut(pdfium, bitmap, { width, height })
  pdfium.FPDFBitmap_Destroy(bitmap)
  pdfium.FPDF_ClosePage(page)
  pdfium.FPDF_CloseDocument(document)
  pdfium.free(data)
  return image
}

function copyOut(
  pdfium: Pdfium,
  bitmap: number,
  { width, height }: { width: number; height: number },
): PageImage {
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const buffer = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const paddedPixels = new Uint8Array(pdfium.memory.buffer, buffer, stride * height)
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    pixels.set(paddedPixels.subarray(y * stride, y * stride + width), y * width)
  return { width, height, channels: 1, pixels }
}

async function turn({ width, height, pixels }: PageImage, degrees: number): Promise<PageImage> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .rotate(degrees, { background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels: 1, pixels: new Uint8Array(data) }
}
