import type { CodePicture } from '../../embedded/codes/read-codes.ts'
import { withPage } from '../document/with-page.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'
import { getPageFrame } from '../read-page.ts'
import type { CodeCaches } from './code-caches.ts'
import { drawCodeParts } from './draw-code-parts.ts'
import { isCodePage } from './find-code-places.ts'

/** Draws the parts of a document's pages that may be codes; none of a page that does not load. */
export function drawPartsOfPages(
  open: OpenDocument,
  total: number,
  { suspects }: CodeCaches,
): CodePicture[] {
  const { pdfium, scratch } = open
  const numbers = Array.from({ length: total }, (_, number) => number)
  return numbers
    .filter((number) => isCodePage(number, total))
    .flatMap((number) => {
      const pictures = withPage(open, number, (page) => {
        const frame = getPageFrame(pdfium, page, scratch)
        return drawCodeParts({ ...open, page, number, frame }, suspects)
      })
      return pictures ?? []
    })
}
