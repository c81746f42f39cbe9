import type { Excerpt } from '../text/excerpts-of.ts'

/** How much less a later rank counts; the value of the paper. */
const damping = 60

/**
 * One ranking of several: reciprocal rank fusion (Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion
 * outperforms Condorcet and individual Rank Learning Methods”, 2009). Of equals the one that was found
 * first comes first.
 */
export function fuse(rankings: readonly (readonly Excerpt[])[], limit: number): readonly Excerpt[] {
  const found = new Map<number, { readonly passage: Excerpt; score: number }>()
  for (const ranking of rankings) {
    for (const [rank, passage] of ranking.entries()) {
      const one = found.get(passage.at) ?? { passage, score: 0 }
      one.score += 1 / (damping + rank + 1)
      found.set(passage.at, one)
    }
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ passage }) => passage)
}
