import type { FieldType, Json } from '@recto/provider-spec/answer'

/**
 * Range of positions in page widths, from the top left corner of the newest document's page that
 * the layout was compiled from. A `PageTransform` maps positions on other documents to that page.
 */
export type Range = readonly [min: number, max: number]

/** Page that a rule reads; both are the same for a document with one page. */
export type PageName = 'first' | 'last'

/** Word at the same position in nearly all documents of a layout. */
export type StaticWord = {
  /** Folded text of the word, reduced to letters and digits. */
  readonly letters: string
  readonly x: Range
  readonly y: Range
  /**
   * Whether the word is specific to the issuer, such as a name, an address or a number, rather than
   * a common word of business documents.
   */
  readonly isOwn: boolean
}

/** Words that a rule starts from, as they are printed, with their position. */
export type Anchor = {
  readonly text: string
  readonly letters: string
  readonly page: PageName
  /** Ranges of the anchor's top left corner. */
  readonly x: Range
  readonly y: Range
}

/** Position of a passage relative to its anchor. */
export type Relation =
  /** The passage is on the same line and ends before the next wide gap or static word. */
  | { readonly kind: 'right'; readonly until: 'gap' | 'static' }
  /** The passage is the last segment of the line. */
  | { readonly kind: 'row-end' }
  | { readonly kind: 'left' }
  /** Lines below the anchor in its column, counted downwards from one. */
  | { readonly kind: 'below'; readonly from: number; readonly to: number }
  /** Lines above the anchor in its column, counted upwards from one. */
  | { readonly kind: 'above'; readonly from: number; readonly to: number }

/** Way in which a passage is read as a value. */
export type Reading =
  | { readonly kind: 'whole'; readonly between: ', ' | ' ' }
  /** All words joined without spaces. */
  | { readonly kind: 'joined' }
  | { readonly kind: 'word'; readonly at: 'first' | 'last' }
  | {
      readonly kind: 'number'
      readonly at: 'first' | 'last'
      readonly mark: 'comma' | 'point' | 'any'
    }
  | {
      readonly kind: 'date'
      readonly at: 'first' | 'last'
      readonly order: 'day-first' | 'month-first'
    }
  /** Code of the currency next to an amount. */
  | { readonly kind: 'currency'; readonly code: string }

/** Form that a value must have. */
export type Pattern =
  /** Runs of digits and letters with separators: `RE-2026-0012` is `RE-9999-9999`. */
  | { readonly kind: 'runs'; readonly runs: readonly PatternRun[] }
  | {
      readonly kind: 'free'
      readonly words: Range
      readonly letters: Range
      readonly hasDigits: boolean
      readonly hasLetters: boolean
    }

export type PatternRun =
  | { readonly kind: 'digits' | 'letters'; readonly length: Range; readonly always?: string }
  | { readonly kind: 'sign'; readonly sign: string }

/** Position where a field's value is read, or where an unchanging value is printed. */
export type Spot =
  | {
      readonly kind: 'read'
      readonly anchor: Anchor
      readonly relation: Relation
      readonly reading: Reading
      /** Horizontal position of the passage's left or right edge. */
      readonly column: { readonly edge: 'left' | 'right'; readonly x: Range }
      readonly pattern: Pattern
      /** Folded texts allowed next to the value in its passage, such as a currency or nothing. */
      readonly beside: readonly string[]
      /**
       * Letters of a value that was the same in all documents; a different value counts as a miss.
       */
      readonly always?: string
    }
  | { readonly kind: 'constant'; readonly pieces: readonly Anchor[]; readonly value: Json }

export type FieldRule = {
  readonly key: string
  readonly type: FieldType
  /** Prompt for which the values were approved: the rule does not answer other prompts. */
  readonly prompt: string
  /**
   * Spots of which each was right or gave no value on all documents; spots that give a value must
   * agree.
   */
  readonly spots: readonly Spot[]
  /** Number of documents with such a value among those that the layout was compiled from. */
  readonly documents: number
  /** Kind of check digits that all values had. */
  readonly checksum?: 'iban' | 'vat-id' | 'luhn'
}

/** Relation that holds among the values of all documents. */
export type Tie =
  | { readonly kind: 'sum'; readonly terms: readonly [string, string]; readonly whole: string }
  | { readonly kind: 'order'; readonly before: string; readonly after: string }

/**
 * Version of the stored form; it is raised when stored layouts can no longer be read as they were
 * written.
 */
export const layoutFormat = 2

/** Layout as plain data, which can be stored as JSON. */
export type CompiledLayout = {
  readonly format: typeof layoutFormat
  readonly words: readonly StaticWord[]
  readonly rules: readonly FieldRule[]
  readonly ties: readonly Tie[]
  readonly documents: number
  /**
   * First words that only its issuer prints, as a name for people; layouts compiled by older
   * versions have none.
   */
  readonly name?: string
}
