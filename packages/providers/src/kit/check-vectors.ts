import { ProviderError } from '@recto/provider-spec/provider-error'

/** A vector for each text, all of the same length; anything else would spoil a store in silence. */
export function checkVectors(
  model: string,
  vectors: readonly (readonly number[])[],
  expected: number,
): readonly (readonly number[])[] {
  const length = vectors[0]?.length ?? 0
  const isWhole = (vector: readonly number[]) =>
    vector.length === length && length > 0 && vector.every(Number.isFinite)
  if (vectors.length === expected && vectors.every(isWhole)) return vectors

  const message = `${model} did not return a vector for each of the ${expected} texts.`
  throw new ProviderError({ code: 'reply-unreadable', message })
}
