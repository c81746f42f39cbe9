import type { DocumentText } from '@recto/document-text/model'
import { detectDateOrder } from '../values/parse-date.ts'
import { detectDecimalMark } from '../values/parse-number.ts'
import type { Writing } from './convert-answer.ts'

/** Cached, because every answer needs it. */
const known = new WeakMap<DocumentText, Writing>()

/** Returns the notation of numbers and dates in a document, as far as its text proves it. */
export function writingOf(document: DocumentText): Writing {
  const writing = known.get(document) ?? findWriting(document)
  known.set(document, writing)
  return writing
}

function findWriting(document: DocumentText): Writing {
  const text = document.pages.flatMap((page) => page.words.map((word) => word.text)).join(' ')
  return { decimalMark: detectDecimalMark(text), dateOrder: detectDateOrder(text) }
}
