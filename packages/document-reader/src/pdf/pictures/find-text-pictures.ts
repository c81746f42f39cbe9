import { createHash } from 'node:crypto'
import type { Box } from '@recto/document-text/model'
import type { GreyImage } from '../../images/grey-image.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'
import { looksLikeText, type MinText } from './looks-like-text.ts'
import { renderPart } from './render-page.ts'

/** A picture on a displayed page that seems to contain words. */
export type TextPicture = {
  readonly box: Box
  /** Equal for pictures that look the same: a letterhead recurs on every page. */
  readonly key: string
}

type PageHandle = { readonly page: number; readonly width: number; readonly height: number }

/** Enough to distinguish letters of six points from a texture. */
const lookDotsPerInch = 110
/**
 * Maximum number of pixels for all candidate pictures of a page; posters are rendered at a lower
 * resolution.
 */
const maxPixels = 600_000

/** Returns those boxes, in points of a displayed page, that show letters. */
export function findTextPictures(
  pdfium: Pdfium,
  page: PageHandle,
  { boxes, minText }: { readonly boxes: readonly Box[]; readonly minText: MinText },
): readonly TextPicture[] {
  const area = boxes.reduce((sum, [x0, y0, x1, y1]) => sum + (x1 - x0) * (y1 - y0), 0)
  const scale = Math.min(lookDotsPerInch / 72, Math.sqrt(maxPixels / Math.max(1, area)))
  return boxes
    .map((box) => {
      const image = renderPart(pdfium, page, { box, scale })
      return looksLikeText(image, minText) ? { box, key: hashImage(image) } : undefined
    })
    .filter((value) => value !== undefined)
}

function hashImage({ width, height, pixels }: GreyImage): string {
  return createHash('sha1').update(`${width} ${height} `).update(pixels).digest('base64')
}
