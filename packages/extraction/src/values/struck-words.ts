import type { DocumentText, Page, Word } from '@recto/document-text/model'

const hasStruck = ({ words }: Page) => words.some(({ isStruck }) => isStruck)

/** The document as a model gets it: struck words are between signs that say so, `~~99.00~~`. */
export function withStruckMarked(document: DocumentText): DocumentText {
  if (!document.pages.some(hasStruck)) return document
  const mark = (word: Word) => (word.isStruck ? { ...word, text: `~~${word.text}~~` } : word)
  const pages = document.pages.map((page) => ({ ...page, words: page.words.map(mark) }))
  return { ...document, pages }
}

const keptByDocument = new WeakMap<DocumentText, DocumentText>()

/** The document without its struck words, which no longer hold; cached, as what is computed of it is. */
export function withoutStruck(document: DocumentText): DocumentText {
  if (!document.pages.some(hasStruck)) return document
  const keptDocument = keptByDocument.get(document) ?? {
    ...document,
    pages: document.pages.map((page) => (hasStruck(page) ? dropStruck(page) : page)),
  }
  keptByDocument.set(document, keptDocument)
  return keptDocument
}

function dropStruck(page: Page): Page {
  const words: Word[] = []
  const lines = page.lines.map(({ start, end, ...line }) => {
    const newStart = words.length
    for (const word of page.words.slice(start, end)) if (!word.isStruck) words.push(word)
    return { ...line, start: newStart, end: words.length }
  })
  return { ...page, words, lines: lines.filter(({ start, end }) => end > start) }
}
