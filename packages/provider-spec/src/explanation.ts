/** Where a value stands as seen from its label; `row-end` is the last of several numbers to its right. */
export type LabelRelation = 'after-colon' | 'inline' | 'right' | 'row-end' | 'below' | 'in-sentence'

/** What speaks for a name that no label names. */
export type NameSign =
  | 'legal-form'
  | 'own-address'
  | 'registered-office'
  | 'top'
  | 'foot'
  | 'repeated'

/** Numbers with check digits. */
export type CheckedNumber = 'iban' | 'vat-id' | 'siren'

/** What a value that stands in other words was derived from. */
export type DerivedBy = 'currency-sign' | 'currency-name' | 'country-name' | 'vat-id' | 'judgement'

/** An amount with what it is called: `net`, `tax`, `change`. Less than zero where it is taken away. */
export type Term = { readonly name: string; readonly amount: number }

/** One thing that told what the value of a question is. Pages are zero-based. */
export type FoundBy =
  | {
      readonly kind: 'label'
      readonly label: string
      readonly page: number
      readonly relation: LabelRelation
      /** The label says in other words what is asked. */
      readonly isMeant?: true
    }
  /** The terms amount to the whole, and the value is one of them or the whole. */
  | { readonly kind: 'sum'; readonly terms: readonly Term[]; readonly whole: Term }
  /** The check digits agree; where letters had to be mended for it, with what is printed. */
  | { readonly kind: 'checksum'; readonly number: CheckedNumber; readonly mended?: string }
  /** The document has one such value only, or one only that bears the name. */
  | { readonly kind: 'only'; readonly what: string; readonly bearing?: string }
  /** The block at the head of a page that names who issued it. */
  | { readonly kind: 'letterhead'; readonly page: number }
  | { readonly kind: 'name'; readonly signs: readonly NameSign[]; readonly page: number }
  /** With what the value stands, such as a city with the name of the seller. */
  | { readonly kind: 'beside'; readonly what: string; readonly page: number }
  /** Beside more amounts than any other. */
  | { readonly kind: 'most'; readonly count: number; readonly of: number }
  | {
      readonly kind: 'derived'
      readonly by: DerivedBy
      readonly from: string
      readonly page: number
    }
  /** Rows of a list under their headings; none where rows tell by themselves. */
  | { readonly kind: 'rows'; readonly headings: readonly string[]; readonly page: number }
  /** Data that the document carries says it, such as `factur-x: GrandTotalAmount`. */
  | { readonly kind: 'embedded'; readonly source: string }
  /** A rule in words, proven on so many approved documents of the same layout. */
  | {
      readonly kind: 'layout'
      readonly rule: string
      readonly documents: number
      readonly page: number
    }
  /** Without any of these, what else the value was concluded from, as a clause. */
  | { readonly kind: 'concluded'; readonly from: string }

/** Why there is no value. */
export type MissingBecause =
  | { readonly kind: 'no-text' }
  | { readonly kind: 'no-label' }
  /** There is a label, and nothing beside it can be such a value. */
  | { readonly kind: 'no-value'; readonly label: string; readonly page: number }
  /** What was likest is more likely another field's. */
  | {
      readonly kind: 'unsure'
      readonly value: string
      readonly label?: string
      readonly page: number
    }
  /** Several stand there and nothing tells which is meant. */
  | { readonly kind: 'contradiction'; readonly values: readonly string[] }
  | { readonly kind: 'wrong-checksum'; readonly number: CheckedNumber; readonly value: string }
  /** The document says in words that there is no such thing, such as an invoice without tax. */
  | { readonly kind: 'said-absent'; readonly words: string; readonly page: number }
  | { readonly kind: 'no-rows' }
  /** Values were masked, and the model gave back a placeholder that it was not given. */
  | { readonly kind: 'made-up-placeholder' }
  | { readonly kind: 'needs-model' }

/** How a value was found, all that told it, or why there is none: data for one sentence. */
export type Explanation =
  | { readonly found: readonly [FoundBy, ...FoundBy[]] }
  | { readonly missing: MissingBecause }
