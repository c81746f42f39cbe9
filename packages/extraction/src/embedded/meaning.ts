import type { BusinessFieldName } from '../labels/business-fields.ts'

export type TradingRole = 'seller' | 'buyer'

/** A term of embedded data, with the words in which people ask for it. */
export type Meaning = {
  /** Of which the first that a document has is meant. */
  readonly terms: readonly string[]
  /** `any` is checked by the value itself; `boolean` answers no other question. */
  readonly kind: 'text' | 'number' | 'date' | 'boolean' | 'any'
  /** Each in the form of `phraseOf`. */
  readonly phrases: readonly (readonly string[])[]
  /** Of whom it is; asked words for them belong to it. */
  readonly role?: TradingRole
  /** Only with such a word it is what is asked for. */
  readonly needsRole?: true
}

/** As it is listed: phrases with bars between. */
export type WrittenMeaning = Omit<Meaning, 'phrases'> & {
  readonly phrases?: string
  /** Beside the words by which this business field is asked for and labelled. */
  readonly field?: BusinessFieldName
}
