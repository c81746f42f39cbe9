import { ReadError } from '@recto/document-text/read-error'
import type { PageImage } from '../images/page-image.ts'

/** Above it a picture is no page, and reading it would not fit into the memory of a process. */
const maxPixels = 50_000_000

/** Throws `ReadError` for a picture that cannot be recognised. */
export function checkPicture({ width, height, channels, pixels }: PageImage): void {
  if (width < 1 || height < 1 || pixels.length !== width * height * channels)
    throw new ReadError('broken-file', 'The image is damaged: it has no pixels or too few.')
  if (width * height > maxPixels)
    throw new ReadError(
      'too-large',
      `The image of ${width} x ${height} pixels is too large for text recognition.`,
    )
}
