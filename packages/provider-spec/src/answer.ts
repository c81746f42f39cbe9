import type { Box } from '@recto/document-text/model'
import type { ExactNumber } from '@recto/exact-json/exact-number'
import type { Explanation } from './explanation.ts'

export type Json =
  | string
  | number
  | ExactNumber
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** A table has headers and rows; records and line items are rows only. */
export type ListType = 'table' | 'record' | 'line-item'

export type FieldType = 'text' | 'number' | 'email' | 'date' | 'boolean' | 'json' | ListType

export function isListType(type: FieldType): type is ListType {
  return type === 'table' || type === 'record' || type === 'line-item'
}

/**
 * Selects the part of a document that a list is read from, and how it is presented to the model.
 */
export type ListSettings = {
  /** Column names; if empty, the model chooses them. */
  readonly headers: readonly string[]
  /** One-based, inclusive; 0 means the first or the last page. */
  readonly startPage: number
  readonly endPage: number
  /** Reads only the pages that contain the headers, and the pages that continue them. */
  readonly isByHeaders: boolean
  /** Whether columns are separated by only two spaces in the text that the model is given. */
  readonly isCompressed: boolean
  /** Appended to every page of that text. */
  readonly pageDelimiter: string
  /** Maximum number of pages to read; the report says when it was reached. */
  readonly maxPages?: number
}

/** One field that is asked of a document. */
export type Question = {
  /** The key of the value in the result. */
  readonly key: string
  readonly prompt: string
  readonly type: FieldType
  /** Set for list types only. */
  readonly list?: ListSettings | undefined
}

/**
 * How the words on the page express the value: `exact`, `normalised` (equal after normalizing
 * numbers, dates, hyphenation, case and spaces), `inferred` (the words are there, but only other
 * content of the page tells that they are the answer) or `derived` (the value follows from other
 * words: EUR from €, true from “paid”).
 */
export type Match = 'exact' | 'normalised' | 'inferred' | 'derived'

/**
 * The location on a page that a value was read from, with one box per line that the quote touches.
 */
export type Evidence = {
  /** Zero-based. */
  readonly page: number
  readonly boxes: readonly Box[]
  readonly quote: string
  readonly match: Match
  /**
   * The embedded data that states it, such as `factur-x: GrandTotalAmount`; absent for printed
   * text. Data that is not on a page has no boxes.
   */
  readonly source?: string
  /** This passage contradicts the value instead of supporting it. */
  readonly contradicts?: true
}

/**
 * Has the shape of the value: a list of locations for each scalar, `null` if nothing supports it.
 */
export type EvidenceTree =
  | readonly Evidence[]
  | readonly EvidenceTree[]
  | { readonly [key: string]: EvidenceTree }
  | null

/** Has the shape of the value: 0 to 1 for each scalar, `null` if no word supports it. */
export type ConfidenceTree =
  | number
  | null
  | readonly ConfidenceTree[]
  | { readonly [key: string]: ConfidenceTree }

/** The words of one line under a value, each with its confidence as a text with two decimals. */
export type WordConfidences = readonly { readonly confidence: string; readonly text: string }[]

/** Has the shape of the value: for each scalar the lines that it was read from. */
export type WordConfidenceTree =
  | readonly WordConfidences[]
  | readonly WordConfidenceTree[]
  | { readonly [key: string]: WordConfidenceTree }
  | null

/** Confidence in a value. */
export type Confidence = {
  /** Confidence in the whole value, 0 to 1; a part that no word supports counts as 0. */
  readonly whole: number
  readonly parts: ConfidenceTree
  readonly words: WordConfidenceTree
}

export type Answer = {
  readonly key: string
  /** `null` when the document does not say. Dates are ISO 8601, numbers are numbers. */
  readonly value: Json
  /** `null` when no word of the document supports the value. */
  readonly evidence: EvidenceTree
  /** Absent if nothing supports the value or it was not scored. */
  readonly confidence?: Confidence | undefined
  /** Tells how the value was found or why it was not; absent if the source gives no explanation. */
  readonly explanation?: Explanation | undefined
  /** Completeness of a list; absent for other values. */
  readonly report?: ListReport | undefined
}

/** A line of the document that looks like a row of the list but that no row was read from. */
type MissingRow = {
  /** Zero-based. */
  readonly page: number
  readonly text: string
}

/** A total that the document states, compared with the sum of the column. */
export type CheckedTotal = {
  readonly column: string
  readonly sum: number
  /** The stated total that agrees, or all stated totals if none does. */
  readonly stated: readonly number[]
  readonly agrees: boolean
}

/** Compares the rows of a list with the lines of the document. */
export type ListReport = {
  readonly rows: number
  /** Number of lines that look like rows, including the missing ones. */
  readonly rowLikeLines: number
  /** Number of missing lines. If there are very many, `missing` contains only the first ones. */
  readonly missingCount: number
  readonly missing: readonly MissingRow[]
  /** Number of duplicate rows that were removed. */
  readonly doubled: number
  /** Row numbers that the model had invented and that were reset to those of the document. */
  readonly renumbered: number
  /** Rows of which less than half is supported by the document. */
  readonly unsupported: number
  readonly totals: readonly CheckedTotal[]
  /** Zero-based, first and last page that was read; `null` when there was none. */
  readonly pages: readonly [number, number] | null
  /** Warnings for the reader; empty if the list is complete. */
  readonly warnings: readonly string[]
}
