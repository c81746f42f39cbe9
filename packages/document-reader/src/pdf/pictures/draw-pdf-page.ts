import type { PageDrawing } from '@recto/document-text/reader'
import { encodePng } from '../../images/encode-png.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'
import { renderForPerson } from './render-page.ts'

const maxSide = 6000

/**
 * Returns a PNG of a page in the given width, or narrower for a page that would be very long.
 * `undefined` when there is no such page.
 */
export function drawPdfPage(
  open: OpenDocument,
  { page, width }: { readonly page: number; readonly width: number },
): PageDrawing | undefined {
  const image = renderForPerson(open, page, { width, maxSide })
  if (!image) return undefined
  return {
    bytes: encodePng(image),
    mimeType: 'image/png',
    width: image.width,
    height: image.height,
  }
}
