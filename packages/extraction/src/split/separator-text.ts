import type { Page } from '@recto/document-text/model'
import { wordsOf } from '../values/fold.ts'

/** A page with more words than these says something besides. */
const maxWords = 40

/** Whether a page has a text and little else. Case, accents and signs make no difference. */
export function hasSeparatorText({ words }: Page, text: string): boolean {
  if (words.length > maxWords) return false
  const pageWords = wordsOf(words.map((word) => word.text).join(' '))
  return ` ${pageWords.join(' ')} `.includes(` ${wordsOf(text).join(' ')} `)
}
