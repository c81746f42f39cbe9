import type { SurenessTable } from './signs.ts'

/** Made by `npm run bench:fields -- --data DIR --fit` of invoices of invoice2data and receipts of SROIE 2019; never by hand. */
export const fittedTables: Readonly<Record<'aligned' | 'byLayout', SurenessTable>> = {
  /** On 75 values, 69 of them right. */
  aligned: {
    bias: 2.458,
    weights: {
      inferred: -0.5,
      normalised: 0,
      unsureLetters: -5.793,
      label: 2.994,
      unlabelled: -0.27,
      ambiguous: -1,
      implausible: -2,
      addsUp: 0.564,
      outdone: -1.803,
      places: -0.143,
    },
  },
  /** On 78 values, 72 of them right. */
  byLayout: {
    bias: 1.977,
    weights: {
      inferred: 0,
      normalised: 0,
      unsureLetters: -5.877,
      label: 0.844,
      unlabelled: 0,
      ambiguous: -1,
      implausible: -2,
      addsUp: 1.25,
    },
  },
}
