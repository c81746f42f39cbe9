import { openInSharp, readGrey, toGrey } from '../../images/grey-image.ts'
import type { PageImage } from '../../images/page-image.ts'
import type { OcrRequest } from '../words/ocr-engine.ts'

/** Pixels. A wider filter would leave nothing to read, and takes very long; sharp knows no smaller blur. */
const maxFilter = 25
const minBlur = 0.3

/** A grey picture with the median and the blur that were asked for, in pixels; as it was where none was. */
export async function filterPicture(
  image: PageImage,
  {
    medianFilterSize,
    gaussianBlurRadius,
  }: Pick<OcrRequest, 'medianFilterSize' | 'gaussianBlurRadius'>,
): Promise<PageImage> {
  if (medianFilterSize < 2 && gaussianBlurRadius < minBlur) return image
  let picture = openInSharp(toGrey(image))
  const maxWindow = Math.min(maxFilter, image.width, image.height)
  if (medianFilterSize >= 2)
    picture = picture.median(Math.min(maxWindow, Math.round(medianFilterSize)))
  if (gaussianBlurRadius >= minBlur) picture = picture.blur(Math.min(maxFilter, gaussianBlurRadius))
  return await readGrey(picture)
}
