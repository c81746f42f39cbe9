export type VectorItem = {
  readonly id: string
  readonly vector: readonly number[]
  readonly text: string
}

export type VectorHit = { readonly id: string; readonly text: string; readonly score: number }

/** A store of embedded chunks. A collection holds the chunks of one document under one set of settings. */
export type VectorDb = {
  /** Whether stored items can be found immediately; if not, an empty search is repeated. */
  readonly isConsistent?: boolean
  /** Set by the store for load tests, which retains nothing: an empty search is not repeated. */
  readonly keepsNothing?: boolean
  put(collection: string, items: readonly VectorItem[]): Promise<void>
  /** Best first; the score is the cosine similarity. */
  search(
    collection: string,
    vector: readonly number[],
    limit: number,
  ): Promise<readonly VectorHit[]>
  remove(collection: string): Promise<void>
}
