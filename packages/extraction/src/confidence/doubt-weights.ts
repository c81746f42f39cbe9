import type { DoubtName } from './signals.ts'

/**
 * These weights are stated and not fitted, because the documents of the fit hardly have such values. They were chosen on the
 * answers to the open question set, so how well they hold on other documents is not measured.
 */
export const doubtWeights: Readonly<Record<DoubtName, number>> = {
  inSentence: -1.8,
  inline: -1.2,
  below: -2.2,
  byPosition: -2.2,
  saysMore: -2,
  unusual: -0.8,
  partly: -1.2,
  otherKind: -1.6,
  unlikely: -1.5,
}
