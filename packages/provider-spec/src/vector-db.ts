export type VectorItem = {
  readonly id: string
  readonly vector: readonly number[]
  readonly text: string
}

export type VectorHit = { readonly id: string; readonly text: string; readonly score: number }

/** A store of embedded chunks. A collection holds the chunks of one document under one set of settings. */
export type VectorDb = {
  /** Whether what was put is found at once; otherwise a search that finds nothing is made again. */
  readonly isConsistent?: boolean
  /** Said by one for load tests: what is not there is not looked for again. */
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
