import type { Box } from '@recto/document-text/model'
import type { Explanation } from './explanation.ts'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** Rows of a document: a table has headers, records and line items are rows alone. */
export type ListType = 'table' | 'record' | 'line-item'

export type FieldType = 'text' | 'number' | 'email' | 'date' | 'boolean' | 'json' | ListType

export function isListType(type: FieldType): type is ListType {
  return type === 'table' || type === 'record' || type === 'line-item'
}

/** What of a document a list is read from. */
export type ListSettings = {
  /** The names of the columns; the model names them where there are none. */
  readonly headers: readonly string[]
  /** From 1, both included; 0 is the first and the last page. */
  readonly startPage: number
  readonly endPage: number
  /** Only the pages on which the headers stand, and those that go on from them. */
  readonly isByHeaders: boolean
  /** Whether columns are only two blanks apart in the text that the model is given. */
  readonly isCompressed: boolean
  /** Ends every page in that text. */
  readonly pageDelimiter: string
  /** At most so many pages, and the report says so. */
  readonly maxPages?: number
}

/** One field that somebody wants to know of a document. */
export type Question = {
  /** The key of the value in the result. */
  readonly key: string
  readonly prompt: string
  readonly type: FieldType
  /** For types of lists. */
  readonly list?: ListSettings | undefined
}

/**
 * How the words of the place say the value: letter by letter, after normalising (numbers, dates, hyphenation,
 * case and spaces), or as it is while only something else on the page tells that it is what was asked. A value is
 * derived when the words say something else from which it follows: EUR from €, true from “paid”.
 */
export type Match = 'exact' | 'normalised' | 'inferred' | 'derived'

/** Where on a page a value was read. Boxes are one per line that the quote touches. */
export type Evidence = {
  /** Zero-based. */
  readonly page: number
  readonly boxes: readonly Box[]
  readonly quote: string
  readonly match: Match
  /**
   * The embedded data that says it, such as `factur-x: GrandTotalAmount`; absent of what is printed. What stands on
   * no page has no boxes.
   */
  readonly source?: string
  /** What is said here is not the value, and contradicts it. */
  readonly contradicts?: true
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
  /** How it was found, or why it was not; absent when nobody has said. */
  readonly explanation?: Explanation | undefined
  /** How whole a list is; absent of other values. */
  readonly report?: ListReport | undefined
}

/** A line of the document that looks like a row of the list, and that no row was read from. */
type MissingRow = {
  /** Zero-based. */
  readonly page: number
  readonly text: string
}

/** A total of the document beside what the rows of its column amount to. */
export type CheckedTotal = {
  readonly column: string
  readonly sum: number
  /** What the document states; the one that agrees, or all of them. */
  readonly stated: readonly number[]
  readonly agrees: boolean
}

/** What was counted of a list against the lines of the document. */
export type ListReport = {
  readonly rows: number
  /** Lines that look like rows; those of rows and those that are missing. */
  readonly rowLikeLines: number
  /** How many lines are missing; of very many, `missing` names the first. */
  readonly missingCount: number
  readonly missing: readonly MissingRow[]
  /** Rows that came more than once and are kept once. */
  readonly doubled: number
  /** Numbers that the model had counted itself and that stand as in the document again. */
  readonly renumbered: number
  /** Rows of which the document says less than half. */
  readonly unsupported: number
  readonly totals: readonly CheckedTotal[]
  /** Zero-based, first and last page that was read; `null` when there was none. */
  readonly pages: readonly [number, number] | null
  /** What a person has to know of it; nothing when the list is whole. */
  readonly warnings: readonly string[]
}
