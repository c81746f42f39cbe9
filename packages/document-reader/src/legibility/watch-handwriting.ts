import type { Page } from '@recto/document-text/model'

export type HandwritingWatch = {
  add(page: Page): void
  /** Names the pages with handwriting, and how certain their reading is, if there are any. */
  describe(): string | undefined
}

const maxNamedPages = 20

/** Watches for pages with text that looks handwritten, so that people look at what was read there. */
export function watchHandwriting(): HandwritingWatch {
  const pages: number[] = []
  let minConfidence = 1
  return {
    add({ number, handwrittenRegions = [] }) {
      if (handwrittenRegions.length === 0) return
      pages.push(number + 1)
      for (const { confidence } of handwrittenRegions)
        minConfidence = Math.min(minConfidence, confidence)
    },
    describe: () => (pages.length > 0 ? describe(pages, minConfidence) : undefined),
  }
}

function describe(pages: readonly number[], minConfidence: number): string {
  const namedPages = pages.slice(0, maxNamedPages).join(', ')
  const rest = pages.length > maxNamedPages ? ` and ${pages.length - maxNamedPages} more` : ''
  const place = pages.length === 1 ? `Page ${namedPages} has` : `Pages ${namedPages}${rest} have`
  const percent = Math.round(minConfidence * 100)
  return `${place} text that looks handwritten. It was read with a confidence of ${percent} % or more: check it.`
}
