import type { DocumentText } from '@recto/document-text/model'
import { placeWords } from './whisper/place-words.ts'

/** The document of pages of which a service gives the text, with columns apart by spaces. */
export function documentOfPages(
  pages: readonly string[],
  pageNumber: (index: number) => number = (index) => index,
): DocumentText {
  // Form feeds end pages where no line is the separator; none is this one.
  const text = pages.map((page) => `${page.replaceAll('\f', ' ')}\n\f`).join('')
  return placeWords(
    { text, confidences: [], places: new Map() },
    { separator: '\u0000', isNative: false, pageNumber },
  )
}
