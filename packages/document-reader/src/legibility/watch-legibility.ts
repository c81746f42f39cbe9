import type { Page } from '@recto/document-text/model'

export type LegibilityWatch = {
  add(page: Page): void
  /** Names the pages that could hardly be read, if there are any. */
  describe(): string | undefined
}

/** Fewer letters of a page than this tell nothing. */
const minLetters = 20
/**
 * Mean confidence of the words with letters: photographs of receipts have .92 and more, pages in a script that the engines do not
 * know .55 to .83, although their numbers are read for sure.
 */
const minConfidence = 0.86
const maxNamedPages = 20

/**
 * Watches for pages whose letters OCR had to guess. An engine finds the most similar letters that it knows, whatever the script is, and
 * only its confidence tells.
 */
export function watchLegibility(): LegibilityWatch {
  const pages: number[] = []
  return {
    add(page) {
      if (page.ocr !== undefined && isGuessed(page)) pages.push(page.number + 1)
    },
    describe: () => (pages.length > 0 ? describe(pages) : undefined),
  }
}

function isGuessed({ words }: Page): boolean {
  let letters = 0
  let sum = 0
  for (const { text, confidence, origin, isCheckbox } of words) {
    if (origin !== 'ocr' || isCheckbox || !/\p{L}/u.test(text)) continue
    letters += text.length
    sum += text.length * confidence
  }
  return letters >= minLetters && sum < minConfidence * letters
}

function describe(pages: readonly number[]): string {
  const namedPages = pages.slice(0, maxNamedPages).join(', ')
  const rest = pages.length > maxNamedPages ? ` and ${pages.length - maxNamedPages} more` : ''
  const [place, pronoun] =
    pages.length === 1
      ? [`Page ${namedPages}`, 'it is']
      : [`Pages ${namedPages}${rest}`, 'they are']
  return `${place} could hardly be read. If ${pronoun} in another script than the language of the reader, set the language of the document. If ${pronoun} handwritten or blurred, check the text.`
}
