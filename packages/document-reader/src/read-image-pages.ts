import type { Page } from '@recto/document-text/model'
import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { Converter } from './converter/open-converter.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { PagePicture } from './images/page-image.ts'
import type { PageSource } from './pages/page-source.ts'
import { selectPages } from './pages/select-pages.ts'
import type { ReadRequest } from './read-request.ts'

/** The pictures of an image file, each a page that OCR is to read. */
export async function* readImagePages(
  given: { readonly converter: Converter; readonly maxPages: number },
  file: DetectedFile,
  request: ReadRequest,
): PageSource {
  if (request.mode === 'native_text')
    throw new ReadError('needs-ocr', `${nameOf(file.name)} needs OCR: it is ${file.type.label}.`)
  const { converter, maxPages } = given
  const { name, ranges, signal } = request
  const total = await converter.countFrames(file, signal)
  const selected = selectPages({ ranges, total, maxPages, name })
  for (const number of selected) {
    const start = performance.now()
    const picture = await converter.frame(file, number, signal)
    yield {
      page: emptyPage(number, picture),
      need: 'page',
      picture,
      total,
      requested: selected.length,
      seconds: (performance.now() - start) / 1000,
    }
  }
  return { attachments: [] }
}

function emptyPage(number: number, { image, pointsPerPixel }: PagePicture): Page {
  return {
    number,
    width: image.width * pointsPerPixel,
    height: image.height * pointsPerPixel,
    rotation: 0,
    words: [],
    lines: [],
  }
}
