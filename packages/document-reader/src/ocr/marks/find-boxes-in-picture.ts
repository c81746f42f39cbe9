import type { Box } from '@recto/document-text/model'
import { resizeGrey, toGrey } from '../../images/grey-image.ts'
import type { PageImage, PixelPoint } from '../../images/page-image.ts'
import { findInkOfBoxes, type InkMask } from '../picture/find-ink.ts'
import type { TextDirection } from '../picture/find-skew.ts'
import { degreesOf, straighten } from '../picture/straighten.ts'
import type { OcrCheckbox } from '../words/ocr-engine.ts'
import { findCheckboxes } from './find-checkboxes.ts'

/** A picture with its letters at one size and its lines level, and the check boxes in it. */
export type LevelBoxes = {
  readonly ink: InkMask
  /** In pixels of `ink`. */
  readonly boxes: readonly OcrCheckbox[]
  readonly toGiven: (point: PixelPoint) => PixelPoint
  readonly fromGiven: (point: PixelPoint) => PixelPoint
  /** Pixels of `ink` for one of the given picture. */
  readonly scale: number
}

/** Pixels: the height of the middle letter at which outlines are clear and a page has few pixels. */
const letterHeight = 15
const minScale = 0.4
const maxScale = 2.5
const maxPixels = 8_000_000

/**
 * Finds the check boxes of a picture whose text lies as measured. All pages are looked at in one size, so that thin lines of
 * large pictures and small boxes of coarse ones look alike.
 */
export async function findBoxesInPicture(
  picture: PageImage,
  direction: TextDirection,
  threshold: number,
): Promise<LevelBoxes> {
  const grey = toGrey(picture)
  const width = Math.max(1, Math.round(grey.width * scaleFor(picture, direction)))
  const resizedPicture = await resizeGrey(grey, width)
  const scale = resizedPicture.width / picture.width
  const { image, toGiven, fromGiven } = await straighten(resizedPicture, degreesOf(direction))
  const { ink, faint } = await findInkOfBoxes(toGrey(image))
  return {
    ink,
    boxes: findCheckboxes(ink, threshold, faint),
    toGiven: (point) => {
      const [x, y] = toGiven(point)
      return [x / scale, y / scale]
    },
    fromGiven: ([x, y]) => fromGiven([x * scale, y * scale]),
    scale,
  }
}

function scaleFor({ width, height }: PageImage, direction: TextDirection): number {
  const wantedScale = direction.letterHeight > 0 ? letterHeight / direction.letterHeight : 1
  const maxPictureScale = Math.sqrt(maxPixels / (width * height))
  return Math.min(Math.max(minScale, Math.min(maxScale, wantedScale)), maxPictureScale)
}

/** The box of a check box in the given picture: as large as it is, around its middle. */
export function placeInGiven({ toGiven, scale }: LevelBoxes, [x0, y0, x1, y1]: Box): Box {
  const [x, y] = toGiven([(x0 + x1) / 2, (y0 + y1) / 2])
  const halfWidth = (x1 - x0) / 2 / scale
  const halfHeight = (y1 - y0) / 2 / scale
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight]
}
