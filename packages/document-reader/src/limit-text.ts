import type { Page } from '@recto/document-text/model'
import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { ReadPage } from '@recto/document-text/reader'
import type { SourceEnd } from './pages/page-source.ts'

/** Limits per document; 5,000 full pages of prose have some 2.5 million words. */
const maxWords = 3_000_000
const maxLetters = 30_000_000

export type LimitedEnd = SourceEnd & { readonly wordCount: number }

/**
 * Hands the pages on until they have more text than anybody can work on in the memory that there is. Throws
 * `ReadError` with the limit then, and reads no further.
 */
export async function* limitText(
  reading: AsyncGenerator<ReadPage, SourceEnd>,
  name: string | undefined,
): AsyncGenerator<ReadPage, LimitedEnd> {
  let words = 0
  let letters = 0
  try {
    for (let next = await reading.next(); ; next = await reading.next()) {
      if (next.done) return { ...next.value, wordCount: words }
      const { page } = next.value
      words += page.words.length
      letters += lettersOf(page)
      if (words > maxWords) throw toLimitError(name, `${maxWords.toLocaleString('en')} words`)
      if (letters > maxLetters)
        throw toLimitError(name, `${maxLetters.toLocaleString('en')} characters`)
      yield next.value
    }
  } finally {
    await reading.return({ attachments: [] })
  }
}

const lettersOf = ({ words }: Page) => words.reduce((sum, { text }) => sum + text.length, 0)

function toLimitError(name: string | undefined, limit: string): ReadError {
  return new ReadError('too-large', `${nameOf(name)} exceeds the limit of ${limit}.`)
}
