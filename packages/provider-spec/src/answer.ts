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

export type Answer = {
  readonly key: string
  /** `null` when the document does not say. Dates are ISO 8601, numbers are numbers. */
  readonly value: Json
  /** `null` when no word of the document supports the value. */
  readonly evidence: EvidenceTree
}
