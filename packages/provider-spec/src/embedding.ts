export type EmbeddingReply = {
  /** One vector per text, in order. */
  readonly vectors: readonly (readonly number[])[]
  readonly usage: { readonly tokens: number }
}

export type Embedding = {
  readonly model: string
  /** Whether embedding again costs nothing but a little time. */
  readonly isFree?: boolean
  /** Maximum number of retries after a transient failure, from the adapter's settings. */
  readonly maxRetries?: number
  /** Maximum number of texts per call; more are split into several calls. */
  readonly maxTextsPerCall?: number
  embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<EmbeddingReply>
}
