export type EmbeddingReply = {
  /** One vector per text, in order. */
  readonly vectors: readonly (readonly number[])[]
  readonly usage: { readonly tokens: number }
}

export type Embedding = {
  readonly model: string
  /** Whether embedding again costs a little time and nothing else. */
  readonly isFree?: boolean
  /** How often its settings let the caller make a call again that failed for a passing reason. */
  readonly maxRetries?: number
  /** More texts are several calls. */
  readonly maxTextsPerCall?: number
  embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<EmbeddingReply>
}
