import type { Evidence } from '@recto/provider-spec/answer'

/** Signals for the position that was chosen for a value. */
export type Support = {
  /** Fit with the question, as `scoreNearness` computes it. */
  readonly nearness: number
  /** Number of positions at which the value occurs, up to `maxOccurrences`. */
  readonly positionCount: number
  /** Whether another number or date is nearer to the question's words. */
  readonly isOutranked?: boolean
}

const supportByEvidence = new WeakMap<readonly Evidence[], Support>()

export function setSupport(evidence: readonly Evidence[], support: Support): void {
  supportByEvidence.set(evidence, support)
}

/** Returns the support; `undefined` for evidence that was not found by alignment. */
export function getSupport(evidence: readonly Evidence[]): Support | undefined {
  return supportByEvidence.get(evidence)
}
