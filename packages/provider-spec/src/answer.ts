import type { Box } from '@recto/document-text/model'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export type FieldType = 'text' | 'number' | 'email' | 'date' | 'boolean' | 'json'

/** One field that somebody wants to know of a document. */
export type Question = {
  /** The key of the value in the result. */
  readonly key: string
  readonly prompt: string
  readonly type: FieldType
}

/**
 * How sure it is that the place is where the value was read: letter by letter, after normalising
 * (numbers, dates, hyphenation, case and spaces), or concluded from something else on the page.
 */
export type Match = 'exact' | 'normalised' | 'inferred'

/** Where on a page a value was read. Boxes are one per line that the quote touches. */
export type Evidence = {
  /** Zero-based. */
  readonly page: number
  readonly boxes: readonly Box[]
  readonly quote: string
  readonly match: Match
}

/** The same shape as the value: a list of places for each scalar, `null` where none supports it. */
export type EvidenceTree =
  | readonly Evidence[]
  | readonly EvidenceTree[]
  | { readonly [key: string]: EvidenceTree }
  | null

/** The same shape as the value: 0 to 1 for each scalar, `null` where no word supports it. */
export type ConfidenceTree =
  | number
  | null
  | readonly ConfidenceTree[]
  | { readonly [key: string]: ConfidenceTree }

/** The words of one line under a value, each with how sure it is, as a text with two decimals. */
export type SureWords = readonly { readonly confidence: string; readonly text: string }[]

/** The same shape as the value: for each scalar the lines that it was read from. */
export type SureWordsTree =
  | readonly SureWords[]
  | readonly SureWordsTree[]
  | { readonly [key: string]: SureWordsTree }
  | null

/** How sure a value is. */
export type Confidence = {
  /** Of all of it, 0 to 1; a part that no word supports counts as 0. */
  readonly whole: number
  readonly parts: ConfidenceTree
  readonly words: SureWordsTree
}

export type Answer = {
  readonly key: string
  /** `null` when the document does not say. Dates are ISO 8601, numbers are numbers. */
  readonly value: Json
  /** `null` when no word of the document supports the value. */
  readonly evidence: EvidenceTree
  /** Absent when nothing supports the value, or nobody has judged it. */
  readonly confidence?: Confidence | undefined
}
