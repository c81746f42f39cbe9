import type { EmbedTexts } from '@recto/extraction/match-by-meaning'

/**
 * Loads the built-in embedding model. Benchmarks load it only if they use it, because that takes a second and
 * memory that would distort what they measure.
 *
 * @returns a function from texts to their vectors, in the same order
 */
export async function loadEmbedder(): Promise<EmbedTexts> {
  const { embedWithMiniLm } = await import('@recto/providers/mini-lm/embed-with-mini-lm')
  return async (texts) => (await embedWithMiniLm(texts)).vectors
}
