import fit from './weights.json' with { type: 'json' }

/** Log-odds of the signs between two pages, and of the best class of a page. */
export type SplitWeights = {
  readonly bias: number
  /** By the name of the sign. */
  readonly signs: Readonly<Record<string, number>>
  /** Of the score of the best class, and of its lead over the next one. */
  readonly class: { readonly bias: number; readonly score: number; readonly lead: number }
}

/** The weights that `npm run bench:splitting -- --fit` writes. */
export const fittedWeights: SplitWeights = fit
