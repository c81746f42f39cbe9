import type { EmbeddingReply } from '@recto/provider-spec/embedding'

/** Embeds batch by batch and puts the answers together in order. No text is no call. */
export async function inBatches(
  texts: readonly string[],
  size: number,
  embed: (batch: readonly string[]) => Promise<EmbeddingReply>,
): Promise<EmbeddingReply> {
  const vectors: (readonly number[])[] = []
  let tokens = 0
  for (let start = 0; start < texts.length; start += size) {
    const reply = await embed(texts.slice(start, start + size))
    vectors.push(...reply.vectors)
    tokens += reply.usage.tokens
  }
  return { vectors, usage: { tokens } }
}
