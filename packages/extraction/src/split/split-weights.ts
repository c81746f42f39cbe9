import fit from './weights.json' with { type: 'json' }

/** Log-odds of the signs between two pages, and of the best class of a page. */
export type SplitWeights = {
  readonly bias: number
  /** The keys are names of signs. */
  readonly signs: Readonly<Record<string, number>>
  /** They weigh the score of the best class, and its lead over the next one. */
  readonly class: { readonly bias: number; readonly score: number; readonly lead: number }
}

/** The weights that `npm run bench:splitting -- --fit` writes. */
export const fittedWeights: SplitWeights = fit
