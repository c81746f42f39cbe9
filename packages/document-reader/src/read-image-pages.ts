import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { DetectedFile } from './detect/file-type.ts'
import { listCodePictures } from './embedded/codes/code-pages.ts'
import type { Engines } from './engines.ts'
import type { PageSource } from './pages/page-source.ts'
import { selectPages } from './pages/select-pages.ts'
import type { ReadRequest } from './read-request.ts'

/**
 * The pictures of an image file, each a page that OCR is to read. They are opened where they are read: tens of megabytes
 * of pixels that pass through the server keep its collector of garbage busier than whoever else waits can bear.
 */
export async function* readImagePages(
  { converter, maxPages }: Pick<Engines, 'converter' | 'maxPages'>,
  file: DetectedFile,
  request: ReadRequest,
): PageSource {
  if (request.mode === 'native_text')
    throw new ReadError('needs-ocr', `${nameOf(file.name)} needs OCR: it is ${file.type.label}.`)
  const { name, ranges, signal } = request
  const total = await converter.countFrames(file, signal)
  const selected = selectPages({ ranges, total, maxPages, name })
  const codePages = request.looksForEmbedded ? listCodePages(selected, total) : []
  for (const number of selected) {
    yield {
      // How large it is turns out when it is opened.
      page: { number, width: 0, height: 0, rotation: 0, words: [], lines: [] },
      need: 'page',
      picture: { file, index: number },
      looksForCodes: codePages.includes(number),
      total,
      requestedCount: selected.length,
      seconds: 0,
    }
  }
  return { attachments: [] }
}

/** Returns the pages on which codes are searched for; none if not all of them are selected. */
function listCodePages(selected: readonly number[], total: number): readonly number[] {
  const pages = listCodePictures(total)
  return pages.every((number) => selected.includes(number)) ? pages : []
}
