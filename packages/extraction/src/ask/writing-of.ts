import type { DocumentText } from '@recto/document-text/model'
import { dateOrderOf } from '../values/parse-date.ts'
import { decimalMarkOf } from '../values/parse-number.ts'
import type { Writing } from './convert-answer.ts'

/** How a document writes numbers and dates, as far as its own text proves it. */
export function writingOf(document: DocumentText): Writing {
  const writing = known.get(document) ?? findWriting(document)
  known.set(document, writing)
  return writing
}

/** It is asked for with every answer. */
const known = new WeakMap<DocumentText, Writing>()

function findWriting(document: DocumentText): Writing {
  const text = document.pages.flatMap((page) => page.words.map((word) => word.text)).join(' ')
  return { decimalMark: decimalMarkOf(text), dateOrder: dateOrderOf(text) }
}
