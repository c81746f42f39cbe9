import type { Embedding } from '@recto/provider-spec/embedding'
import type { Llm } from '@recto/provider-spec/llm'

/** The cheapest question: it proves address, key and model at once. */
export async function checkLlm(llm: Llm): Promise<void> {
  await llm.complete?.({ prompt: 'Reply with the word OK.', maxTokens: 16 })
}

export async function checkEmbedding(embedding: Embedding): Promise<void> {
  await embedding.embed(['A test of the connection.'])
}
