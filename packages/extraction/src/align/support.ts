import type { Evidence } from '@recto/provider-spec/answer'

/** Signals for the position that was chosen for a value. */
export type Support = {
  /** Fit with the question, as `nearnessOf` computes it. */
  readonly nearness: number
  /** Number of positions at which the value occurs, up to `maxOccurrences`. */
  readonly places: number
  /** Whether another number or date is nearer to the question's words. */
  readonly isOutdone?: boolean
}

const supports = new WeakMap<readonly Evidence[], Support>()

export function keepSupport(evidence: readonly Evidence[], support: Support): void {
  supports.set(evidence, support)
}

/** Returns the support; `undefined` for evidence that was not found by alignment. */
export function supportOf(evidence: readonly Evidence[]): Support | undefined {
  return supports.get(evidence)
}
