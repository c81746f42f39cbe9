export type StoredVector = {
  readonly id: string
  readonly vector: readonly number[]
  /** Fields that were stored with the vector. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Those that pass, nearest first. */
export function nearest(
  all: Iterable<StoredVector>,
  vector: readonly number[],
  limit: number,
): readonly (StoredVector & { readonly score: number })[] {
  return [...all]
    .map((one) => ({ ...one, score: cosine(one.vector, vector) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)
  return product / (Math.hypot(...a) * Math.hypot(...b) || 1)
}
