import type { DoubtName } from './signals.ts'

/**
 * These weights are stated and not fitted, because the documents of the fit hardly have such values. On the open question sets of
 * other authors, three to nine of ten of these values were right, and almost all others.
 */
export const doubtWeights: Readonly<Record<DoubtName, number>> = {
  inSentence: -1.8,
  inline: -1.2,
  below: -2.2,
  byPosition: -2.2,
  saysMore: -2,
  unusual: -0.8,
}
