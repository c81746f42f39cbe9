import { createHash } from 'node:crypto'
import type { Box } from '@recto/document-text/model'
import type { GreyImage } from '../../images/grey-image.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'
import { looksLikeText } from './looks-like-text.ts'
import { renderPart } from './render-page.ts'

/** A picture on a page, as displayed, that seems to carry words. */
export type TextPicture = {
  readonly box: Box
  /** The same for pictures that look the same: a letterhead comes back on every page. */
  readonly key: string
}

type DrawnPage = { readonly page: number; readonly width: number; readonly height: number }

/** Enough to tell letters of six points from a texture. */
const lookDotsPerInch = 110
/** Of all pictures of a page that are looked at: on a poster fewer dots are. */
const maxPixels = 600_000

/** Which of the boxes, in points of a page as displayed, show letters. */
export function findTextPictures(
  pdfium: Pdfium,
  page: DrawnPage,
  boxes: readonly Box[],
): readonly TextPicture[] {
  const area = boxes.reduce((sum, [x0, y0, x1, y1]) => sum + (x1 - x0) * (y1 - y0), 0)
  const scale = Math.min(lookDotsPerInch / 72, Math.sqrt(maxPixels / Math.max(1, area)))
  return boxes.flatMap((box) => {
    const image = renderPart(pdfium, page, { box, scale })
    return looksLikeText(image) ? [{ box, key: keyOf(image) }] : []
  })
}

function keyOf({ width, height, pixels }: GreyImage): string {
  return createHash('sha1').update(`${width} ${height} `).update(pixels).digest('base64')
}
