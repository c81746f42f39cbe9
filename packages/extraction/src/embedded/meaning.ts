import type { BusinessFieldName } from '../labels/business-fields.ts'

export type TradingRole = 'seller' | 'buyer'

/** Term of embedded data, with the words by which people ask for it. */
export type Meaning = {
  /** Terms in order of preference: the first one that a document has is used. */
  readonly terms: readonly string[]
  /**
   * Type of the value. `any` is checked against the value itself; `boolean` answers only boolean
   * questions.
   */
  readonly kind: 'text' | 'number' | 'date' | 'boolean' | 'any'
  /** Phrases, each in the form that `toPhrase` returns. */
  readonly phrases: readonly (readonly string[])[]
  /** Party that the value belongs to; words for this party are part of the meaning. */
  readonly role?: TradingRole
  /** Set when a question must name the party to have this meaning. */
  readonly needsRole?: true
  /** Business field whose question words and labels are further phrases. */
  readonly field?: BusinessFieldName
}

/** Meaning as it is listed in source code, with phrases separated by bars. */
export type MeaningDefinition = Omit<Meaning, 'phrases'> & {
  readonly phrases?: string
}
