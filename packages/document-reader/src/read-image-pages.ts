import type { Page } from '@recto/document-text/model'
import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import type { PagePicture } from './images/page-image.ts'
import type { PageSource } from './pages/page-source.ts'
import { selectPages } from './pages/select-pages.ts'
import type { ReadRequest } from './read-request.ts'

/** The pictures of an image file, each a page that OCR is to read. */
export async function* readImagePages(
  given: Pick<Engines, 'converter' | 'pictures' | 'maxPages'>,
  file: DetectedFile,
  request: ReadRequest,
): PageSource {
  if (request.mode === 'native_text')
    throw new ReadError('needs-ocr', `${nameOf(file.name)} needs OCR: it is ${file.type.label}.`)
  const { converter, pictures, maxPages } = given
  const { name, ranges, signal } = request
  const total = await converter.countFrames(file, signal)
  const selected = selectPages({ ranges, total, maxPages, name })
  const releases: (() => void)[] = []
  try {
    for (const number of selected) {
      const start = performance.now()
      const open = () => converter.frame(file, number, signal)
      const { picture, release } = await pictures.hold(open, signal)
      releases.push(release)
      yield {
        page: emptyPage(number, picture),
        need: 'page',
        picture,
        release,
        total,
        requested: selected.length,
        seconds: (performance.now() - start) / 1000,
      }
    }
  } finally {
    // Whoever leaves early takes what was opened for them to nobody.
    for (const release of releases) release()
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
