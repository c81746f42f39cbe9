import type { Evidence } from '@recto/provider-spec/answer'

/** What speaks for the place that was chosen for a value. */
export type Support = {
  /** How well it fits its question, as `nearnessOf` counts. */
  readonly nearness: number
  /** At how many places the value stands, up to `maxOccurrences`. */
  readonly places: number
  /** Another number, or another day, stands nearer to the words of the question. */
  readonly isOutdone?: boolean
}

const supports = new WeakMap<readonly Evidence[], Support>()

export function keepSupport(evidence: readonly Evidence[], support: Support): void {
  supports.set(evidence, support)
}

/** Absent for evidence that was not found by aligning. */
export function supportOf(evidence: readonly Evidence[]): Support | undefined {
  return supports.get(evidence)
}
