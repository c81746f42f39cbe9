import type { Excerpt } from '../text/document-chunks.ts'

/** How much less a later rank counts; the value from the paper. */
const damping = 60

/**
 * Fuses rankings into one by reciprocal rank fusion (Cormack, Clarke and Büttcher, “Reciprocal Rank
 * Fusion outperforms Condorcet and individual Rank Learning Methods”, 2009). Among equal scores the
 * excerpt that was found first comes first.
 */
export function fuseRankings(
  rankings: readonly (readonly Excerpt[])[],
  limit: number,
): readonly Excerpt[] {
  const scoreByIndex = new Map<number, { readonly excerpt: Excerpt; score: number }>()
  for (const ranking of rankings) {
    for (const [rank, excerpt] of ranking.entries()) {
      const entry = scoreByIndex.get(excerpt.at) ?? { excerpt, score: 0 }
      entry.score += 1 / (damping + rank + 1)
      scoreByIndex.set(excerpt.at, entry)
    }
  }
  return [...scoreByIndex.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ excerpt }) => excerpt)
}
