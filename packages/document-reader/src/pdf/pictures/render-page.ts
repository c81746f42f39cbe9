import type { Box, Page } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { type Colour, white } from '../../images/colour.ts'
import type { GreyImage } from '../../images/grey-image.ts'
import type { PageImage, PagePicture, PixelPoint } from '../../images/page-image.ts'
import { withPage } from '../pdfium/loaded-pages.ts'
import type { OpenDocument, Pdfium } from '../pdfium/pdfium.ts'

/**
 * PDFium's constants. Four bytes per pixel are its native format: it crashes on a grey bitmap with
 * the red-first flag.
 */
const fourBytes = 3
const withAnnotations = 1
const redFirst = 0x10

const ocrDotsPerInch = 250
const maxOcrSide = 4000

/** A page or its parts, to be rendered for OCR. */
export type PictureOrder = {
  readonly page: PageSize
  /** Parts of the displayed page; the whole page if absent. */
  readonly parts?: readonly Box[] | undefined
}

/** Maximum number of pixels that are rendered of one page. */
export const maxOcrPixels = maxOcrSide ** 2

/** Returns how many pixels the picture will have. */
export function countOcrPixels({ page, parts }: PictureOrder): number {
  const scale = scaleForOcr(page)
  const [left, top, right, bottom] = parts ? uniteBoxes(parts) : [0, 0, page.width, page.height]
  return Math.min(maxOcrPixels, Math.ceil((right - left) * (bottom - top) * scale ** 2))
}

/** Returns a grey picture for OCR. `undefined` when the page does not load. */
export function renderPicture(
  open: OpenDocument,
  { page, parts }: PictureOrder,
): PagePicture | undefined {
  return parts ? renderPartsForOcr(open, page, parts) : renderForOcr(open, page)
}

/**
 * Returns a grey picture of a page in the size that OCR reads best. `undefined` when the page does
 * not load.
 */
function renderForOcr(open: OpenDocument, page: PageSize): PagePicture | undefined {
  const { number, width, height } = page
  const scale = scaleForOcr(page)
  const image = withPage(open, number, (loadedPage) =>
    render(open.pdfium, loadedPage, {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      channels: 1,
    }),
  )
  return image && { image, pointsPerPixel: width / image.width }
}

/**
 * Returns such a picture of the part of a displayed page that encloses the given boxes, white
 * outside of them, so that nothing between them is read again.
 */
function renderPartsForOcr(
  open: OpenDocument,
  page: PageSize,
  parts: readonly Box[],
): PagePicture | undefined {
  const scale = scaleForOcr(page)
  const [left, top, right, bottom] = uniteBoxes(parts)
  const box: Box = [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)]
  const image = withPage(open, page.number, (loadedPage) =>
    renderPart(open.pdfium, { ...page, page: loadedPage }, { box, scale }),
  )
  const corner = [Math.round(box[0] * scale), Math.round(box[1] * scale)] as const
  return (
    image && { image: showOnly(image, { parts, scale, corner }), pointsPerPixel: 1 / scale, corner }
  )
}

type PageSize = Pick<Page, 'number' | 'width' | 'height'>

function scaleForOcr({ width, height }: PageSize): number {
  return Math.min(ocrDotsPerInch / 72, maxOcrSide / Math.max(width, height))
}

type VisibleParts = {
  readonly parts: readonly Box[]
  readonly scale: number
  readonly corner: PixelPoint
}

function showOnly(image: GreyImage, { parts, scale, corner: [x, y] }: VisibleParts): GreyImage {
  const pixels = new Uint8Array(image.pixels.length).fill(255)
  for (const [left, top, right, bottom] of parts) {
    const from = Math.max(0, Math.floor(left * scale) - x)
    const to = Math.min(image.width, Math.ceil(right * scale) - x)
    const last = Math.min(image.height, Math.ceil(bottom * scale) - y)
    for (let row = Math.max(0, Math.floor(top * scale) - y); row < last; row++) {
      const start = row * image.width
      pixels.set(image.pixels.subarray(start + from, start + to), start + from)
    }
  }
  return { ...image, pixels }
}

/**
 * Returns a grey picture of a part of a loaded page: `box` in points of the displayed page, `scale`
 * in pixels per point.
 */
export function renderPart(pdfium: Pdfium, loadedPage: LoadedPage, region: PageRegion): GreyImage {
  const placement = getPlacement(loadedPage, region)
  return { channels: 1, ...draw(pdfium, loadedPage.page, { ...placement, copy: toGrey }) }
}

export type ColourPicture = {
  readonly width: number
  readonly height: number
  /** Red, green, blue and an unused byte per pixel. */
  readonly pixels: Uint8Array
}

/**
 * Returns such a picture in colour, as PDFium renders it; `paper` is the background colour, white
 * by default.
 */
export function renderPartInColours(
  pdfium: Pdfium,
  loadedPage: LoadedPage,
  { paper, ...region }: PageRegion & { readonly paper?: Colour },
): ColourPicture {
  const placement = getPlacement(loadedPage, region)
  return draw(pdfium, loadedPage.page, { ...placement, paper, copy: (pixels) => pixels.slice() })
}

type LoadedPage = { readonly page: number; readonly width: number; readonly height: number }
type PageRegion = { readonly box: Box; readonly scale: number }

function getPlacement(
  loadedPage: LoadedPage,
  { box: [x0, y0, x1, y1], scale }: PageRegion,
): Pick<RenderSize, 'width' | 'height' | 'pageArea'> {
  const pageArea = {
    left: -Math.round(x0 * scale),
    top: -Math.round(y0 * scale),
    width: Math.max(1, Math.round(loadedPage.width * scale)),
    height: Math.max(1, Math.round(loadedPage.height * scale)),
  }
  return {
    width: Math.max(1, Math.round((x1 - x0) * scale)),
    height: Math.max(1, Math.round((y1 - y0) * scale)),
    pageArea,
  }
}

/**
 * Returns a picture of a page as a person sees it, including filled fields. `undefined` when the
 * page does not load.
 */
export function renderForPerson(
  open: OpenDocument,
  number: number,
  { width, maxSide }: { readonly width: number; readonly maxSide: number },
): PageImage | undefined {
  const { pdfium, form } = open
  return withPage(open, number, (page) => {
    const pageWidth = pdfium.FPDF_GetPageWidthF(page)
    const pageHeight = pdfium.FPDF_GetPageHeightF(page)
    const scale = Math.min(width / pageWidth, maxSide / pageHeight)
    const size = {
      width: Math.max(1, Math.round(pageWidth * scale)),
      height: Math.max(1, Math.round(pageHeight * scale)),
      channels: 3,
    } as const
    return render(pdfium, page, { ...size, form })
  })
}

type RenderSize = Pick<PageImage, 'width' | 'height' | 'channels'> & {
  /** Handle of the form environment, if filled fields are to be drawn. */
  readonly form?: number
  /** Area of the whole page within the picture, in pixels; all of the picture by default. */
  readonly pageArea?: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
}

function render(pdfium: Pdfium, page: number, size: RenderSize): PageImage {
  const { channels } = size
  const copy = channels === 1 ? toGrey : toColours
  return { channels, ...draw(pdfium, page, { ...size, copy }) }
}

type DrawOptions<Pixels> = Omit<RenderSize, 'channels'> & {
  readonly paper?: Colour | undefined
  readonly copy: (pixels: Uint8Array) => Pixels
}

/** Renders into a temporary bitmap of four bytes per pixel; `copy` extracts what it needs. */
function draw<Pixels>(pdfium: Pdfium, page: number, options: DrawOptions<Pixels>) {
  const { width, height, form = 0, paper = white, copy } = options
  const { pageArea = { left: 0, top: 0, width, height } } = options
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, fourBytes, 0, 0)
  if (bitmap === 0) throw new Error('PDFium has no memory left for a picture.')
  try {
    const flags = withAnnotations | redFirst
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, toFill(paper))
    const pageRectangle = [pageArea.left, pageArea.top, pageArea.width, pageArea.height] as const
    pdfium.FPDF_RenderPageBitmap(bitmap, page, ...pageRectangle, 0, flags)
    if (form !== 0) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const pixels = new Uint8Array(pdfium.memory.buffer, start, width * height * 4)
    return { width, height, pixels: copy(pixels) }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

/** Red first, like the pixels passed to `copy`. */
const toFill = ([red, green, blue]: Colour) => 0xff000000 + (blue << 16) + (green << 8) + red

/** Luma of ITU-R BT.601. */
function toGrey(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const grey = new Uint8Array(pixels.length / 4)
  for (let i = 0, offset = 0; i < grey.length; i++, offset += 4)
    grey[i] = (pixels[offset]! * 77 + pixels[offset + 1]! * 150 + pixels[offset + 2]! * 29) >> 8
  return grey
}

function toColours(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const colours = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    colours[to++] = pixels[from]!
    colours[to++] = pixels[from + 1]!
    colours[to++] = pixels[from + 2]!
  }
  return colours
}
