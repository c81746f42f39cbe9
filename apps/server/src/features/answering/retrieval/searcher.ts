import type { Excerpt } from '../text/document-chunks.ts'

/** Whether chunks are searched by meaning, by words, or by both. */
export type SearchMode = 'vectors' | 'words' | 'both'

/** The chunks of one document, for the retrieval strategies. */
export type Searcher = {
  /** Finds the best chunks for each question, best first. */
  search(
    step: string,
    questions: readonly string[],
    options: { readonly mode: SearchMode; readonly limit: number },
  ): Promise<readonly (readonly Excerpt[])[]>
  /** Finds chunks by keywords, those with most matches first. */
  findByKeywords(step: string, words: readonly string[], limit: number): Promise<readonly Excerpt[]>
  /** Finds the chunks that the excerpts refer to, such as “see section 4”. */
  findReferenced(excerpts: readonly Excerpt[]): Promise<readonly Excerpt[]>
  /** Finds the chunks that the leaves are parts of. */
  findParentChunks(leaves: readonly Excerpt[]): Promise<readonly Excerpt[]>
}
