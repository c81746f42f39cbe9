import type { DocumentText } from '@recto/document-text/model'
import { detectDecimalMark } from '../values/decimal-mark.ts'
import { detectDateOrder } from '../values/parse-date.ts'
import type { Notation } from './convert-answer.ts'

/** Cached, because every answer needs it. */
const notations = new WeakMap<DocumentText, Notation>()

/** Returns the notation of numbers and dates in a document, as far as its text proves it. */
export function getNotation(document: DocumentText): Notation {
  const notation = notations.get(document) ?? detectNotation(document)
  notations.set(document, notation)
  return notation
}

function detectNotation(document: DocumentText): Notation {
  const text = document.pages.flatMap((page) => page.words.map((word) => word.text)).join(' ')
  return { decimalMark: detectDecimalMark(text), dateOrder: detectDateOrder(text) }
}
