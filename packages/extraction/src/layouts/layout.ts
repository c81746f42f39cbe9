import type { FieldType, Json } from '@recto/provider-spec/answer'

/**
 * Places of a layout are in widths of its page, from the left top corner of the page of the newest document that it
 * was compiled from; those of other documents are brought there by a `Frame`.
 */
export type Range = readonly [least: number, most: number]

/** Which page of a document a rule looks at: of a document of one page both are the same. */
export type PageName = 'first' | 'last'

/** A word that stands at one place in nearly all documents of a layout. */
export type StaticWord = {
  /** Folded, letters and digits only. */
  readonly letters: string
  readonly x: Range
  readonly y: Range
  /** It is no usual word of business documents: a name, an address, a number of the issuer. */
  readonly isOwn: boolean
}

/** Words that a rule starts from, as they are printed and where. */
export type Anchor = {
  readonly text: string
  readonly letters: string
  readonly page: PageName
  /** Of its left top corner. */
  readonly x: Range
  readonly y: Range
}

/** How a passage lies as seen from its anchor. */
export type Relation =
  /** On the same line, up to the next wide gap, or to the next static word. */
  | { readonly kind: 'right'; readonly until: 'gap' | 'static' }
  /** The last of the line. */
  | { readonly kind: 'row-end' }
  | { readonly kind: 'left' }
  /** Lines of its column, counted from one. */
  | { readonly kind: 'below'; readonly from: number; readonly to: number }
  /** The same, upwards. */
  | { readonly kind: 'above'; readonly from: number; readonly to: number }

/** How a passage is read as a value. */
export type Reading =
  | { readonly kind: 'whole'; readonly between: ', ' | ' ' }
  /** Without blanks. */
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
  /** The code of the currency that stands beside an amount. */
  | { readonly kind: 'currency'; readonly code: string }

/** What a value must look like. */
export type Pattern =
  /** Runs of digits and letters with signs between them: `RE-2026-0012` is `RE-9999-9999`. */
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

/** A place where a field's value is read, or where it stands when it never changes. */
export type Spot =
  | {
      readonly kind: 'read'
      readonly anchor: Anchor
      readonly relation: Relation
      readonly reading: Reading
      /** Where the passage begins or ends across the page. */
      readonly column: { readonly edge: 'left' | 'right'; readonly x: Range }
      readonly pattern: Pattern
      /** What stands beside the value in its passage: a currency, nothing. Folded. */
      readonly beside: readonly string[]
      /** The letters of a value that was the same in all documents: another one is a miss. */
      readonly always?: string
    }
  | { readonly kind: 'constant'; readonly pieces: readonly Anchor[]; readonly value: Json }

export type LayoutRule = {
  readonly key: string
  readonly type: FieldType
  /** What was asked when the values were approved: another question is not answered. */
  readonly prompt: string
  /** Each has answered all documents right or not at all; where two answer, they must agree. */
  readonly spots: readonly Spot[]
  /** Of the documents that the layout was compiled from, how many have such a value. */
  readonly documents: number
  /** Check digits that all values have had. */
  readonly checksum?: 'iban' | 'vat-id' | 'luhn'
}

/** What has held of the values of all documents. */
export type Tie =
  | { readonly kind: 'sum'; readonly terms: readonly [string, string]; readonly whole: string }
  | { readonly kind: 'order'; readonly before: string; readonly after: string }

/** Plain data: it can be stored as JSON. */
export type CompiledLayout = {
  readonly format: typeof layoutFormat
  readonly words: readonly StaticWord[]
  readonly rules: readonly LayoutRule[]
  readonly ties: readonly Tie[]
  readonly documents: number
  /** What its issuer prints first, to know it by; older ones have none. */
  readonly name?: string
}

/** Raised when a stored layout can no longer be read as it was written. */
export const layoutFormat = 2
