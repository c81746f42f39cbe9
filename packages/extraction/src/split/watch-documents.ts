import type { ReadPage } from '@recto/document-text/reader'
import { openPageSplitter } from './split-pages.ts'

export type PartWatch = {
  add(readPage: ReadPage): void
  /** Says how many documents the file seems to hold, if it is more than one. */
  describe(): string | undefined
}

const maxParts = 20

/** Watches the pages of a file, in order, for where one document ends and the next begins. */
export function watchDocuments(): PartWatch {
  const splitter = openPageSplitter({ mode: { by: 'signs' } })
  let nextNumber = 0
  let pageCount = 0
  return {
    add({ page, total }) {
      pageCount = total
      // The pages between those of a selection are not known.
      if (total === 1 || page.number !== nextNumber) return
      nextNumber += 1
      splitter.add(page)
    },
    describe() {
      if (nextNumber !== pageCount) return undefined
      const { parts } = splitter.finish()
      if (parts.length < 2) return undefined
      const spans = parts
        .slice(0, maxParts)
        .map(({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`))
      const list = spans.join(', ') + (parts.length > maxParts ? ', …' : '')
      return `This file seems to hold ${parts.length} documents (pages ${list}).`
    },
  }
}
