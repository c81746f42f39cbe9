import type { EmbeddedData } from '@recto/document-text/embedded'
import { type GreyImage, toGrey } from '../../images/grey-image.ts'
import type { PagePicture } from '../../images/page-image.ts'
import { cutPart, toCodeParts } from './code-parts.ts'
import { type CodePicture, readCodes } from './read-codes.ts'
import { halve } from './suspects/binary-picture.ts'
import type { CodeSuspect } from './suspects/code-suspect.ts'
import { findCodeSuspects } from './suspects/find-code-suspects.ts'

/** Pixels. A larger picture is examined at half its resolution. */
const maxExaminedPixels = 8_000_000

/** A picture that is a page of its own, zero-based, such as a photograph. */
export type NumberedPicture = PagePicture & { readonly page: number }

/** Reads the codes in a picture. */
export async function readCodesOfPicture(picture: NumberedPicture): Promise<EmbeddedData> {
  const image = toGrey(picture.image)
  const pictures = toCodeParts(findSuspectsIn(image)).flatMap((part): CodePicture[] => {
    const cut = cutPart(image, part)
    if (!cut) return []
    const [x, y] = cut.corner
    return [
      {
        image: cut.image,
        pointsPerPixel: picture.pointsPerPixel * cut.scale,
        corner: [x / cut.scale, y / cut.scale],
        page: picture.page,
        patterns: part.patterns,
      },
    ]
  })
  return readCodes(pictures)
}

/** Examines a picture, or a smaller copy of a large one. */
function findSuspectsIn(image: GreyImage): CodeSuspect[] {
  if (image.width * image.height <= maxExaminedPixels) return findCodeSuspects(image)
  return findSuspectsIn(halve(image)).map(({ pattern, box: [x0, y0, x1, y1], moduleSize }) => ({
    pattern,
    box: [2 * x0, 2 * y0, 2 * x1, 2 * y1],
    moduleSize: 2 * moduleSize,
  }))
}
