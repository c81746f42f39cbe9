export type EmbeddingReply = {
  /** One vector per text, in order. */
  readonly vectors: readonly (readonly number[])[]
  readonly usage: { readonly tokens: number }
}

export type Embedding = {
  readonly model: string
  embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<EmbeddingReply>
}
