import type { Excerpt } from '../text/excerpts-of.ts'

/** By the meaning of the chunks, by their words, or by both. */
export type SearchedBy = 'vectors' | 'words' | 'both'

/** The chunks of one document, as the strategies see them. */
export type Searcher = {
  /** For each question the chunks nearest to it, best first. */
  search(
    step: string,
    questions: readonly string[],
    how: { readonly by: SearchedBy; readonly limit: number },
  ): Promise<readonly (readonly Excerpt[])[]>
  /** Those whose keywords are among the words, the one with most of them first. */
  withKeywords(step: string, words: readonly string[], limit: number): Promise<readonly Excerpt[]>
  /** Those that the passages name, such as “see section 4”. */
  namedBy(passages: readonly Excerpt[]): Promise<readonly Excerpt[]>
  /** The chunks that the leaves are parts of. */
  chunksOf(leaves: readonly Excerpt[]): Promise<readonly Excerpt[]>
}
