/**
 * Position of a value relative to its label; `row-end` is the last of several numbers to the right.
 */
export type LabelRelation = 'after-colon' | 'inline' | 'right' | 'row-end' | 'below' | 'in-sentence'

/** A signal that a text without a label is the name that was asked for. */
export type NameSignal =
  | 'legal-form'
  | 'own-address'
  | 'registered-office'
  | 'top'
  | 'foot'
  | 'repeated'

/** Numbers with check digits. */
export type CheckedNumber = 'iban' | 'vat-id' | 'siren'

/** The basis from which a value that the document states in other words was derived. */
export type DerivedBy = 'currency-sign' | 'currency-name' | 'country-name' | 'vat-id' | 'judgement'

/** A named amount: `net`, `tax`, `change`. Negative if it is subtracted. */
export type Term = { readonly name: string; readonly amount: number }

/** One finding that led to the value. Pages are zero-based. */
export type ExplanationFinding =
  | {
      readonly kind: 'label'
      readonly label: string
      readonly page: number
      readonly relation: LabelRelation
      /** The label is a synonym of what is asked, not the same words. */
      readonly isMeant?: true
    }
  /** The terms add up to the whole, and the value is one of them or the whole. */
  | { readonly kind: 'sum'; readonly terms: readonly Term[]; readonly whole: Term }
  /** The check digits are valid. `mended` is the printed text if characters had to be corrected. */
  | { readonly kind: 'checksum'; readonly number: CheckedNumber; readonly mended?: string }
  /** The document has only one such value, or only one with that name. */
  | { readonly kind: 'only'; readonly what: string; readonly bearing?: string }
  /** The block at the top of a page that names the issuer. */
  | { readonly kind: 'letterhead'; readonly page: number }
  | { readonly kind: 'name'; readonly signs: readonly NameSignal[]; readonly page: number }
  /** The value next to which this one is printed, such as a seller's name beside a city. */
  | { readonly kind: 'beside'; readonly what: string; readonly page: number }
  /** The value that is printed next to more amounts than any other. */
  | { readonly kind: 'most'; readonly count: number; readonly of: number }
  | {
      readonly kind: 'derived'
      readonly by: DerivedBy
      readonly from: string
      readonly page: number
    }
  /** Rows of a list under their headings; no headings if the rows were recognized without them. */
  | { readonly kind: 'rows'; readonly headings: readonly string[]; readonly page: number }
  /** Words above the value that state the unit of amounts: `in thousands`. The value is as printed. */
  | { readonly kind: 'scale'; readonly words: string; readonly page: number }
  /** Machine-readable data in the document states it, such as `factur-x: GrandTotalAmount`. */
  | { readonly kind: 'embedded'; readonly source: string }
  /** A layout rule in words, proven on that number of approved documents. */
  | {
      readonly kind: 'layout'
      readonly rule: string
      readonly documents: number
      readonly page: number
    }
  /** The reply of the model ended too early, and what was there was completed. */
  | { readonly kind: 'broken-off' }
  /** The model saw images of pages, and the words that were read of them do not contain the value. */
  | { readonly kind: 'seen' }
  /** Any other basis of the conclusion, as a clause. */
  | { readonly kind: 'concluded'; readonly from: string }

/** The reason why there is no value. */
export type MissingReason =
  | { readonly kind: 'no-text' }
  | { readonly kind: 'no-label' }
  /** A label exists, but nothing beside it can be such a value. */
  | { readonly kind: 'no-value'; readonly label: string; readonly page: number }
  /** The best candidate more likely belongs to another field. */
  | {
      readonly kind: 'unsure'
      readonly value: string
      readonly label?: string
      readonly page: number
    }
  /** Several values are possible and nothing tells which one is meant. */
  | { readonly kind: 'contradiction'; readonly values: readonly string[] }
  | { readonly kind: 'wrong-checksum'; readonly number: CheckedNumber; readonly value: string }
  /** The document states that there is no such thing, such as an invoice without tax. */
  | { readonly kind: 'said-absent'; readonly words: string; readonly page: number }
  | { readonly kind: 'no-rows' }
  /** Nothing in the document shows that it has such a party, such as a landlord. */
  | { readonly kind: 'no-role'; readonly role: string }
  /** The likeliest table lacks columns that were asked for. */
  | {
      readonly kind: 'other-columns'
      readonly columns: readonly string[]
      readonly headings: readonly string[]
      readonly page: number
    }
  /** Nothing shows that the likeliest table lists what was asked for. */
  | {
      readonly kind: 'other-list'
      readonly subject: string
      readonly headings: readonly string[]
      readonly page: number
    }
  /** Values were masked, and the model returned a placeholder that it was not given. */
  | { readonly kind: 'made-up-placeholder' }
  | { readonly kind: 'needs-model' }
  /** The model said in these words that it does not answer. */
  | { readonly kind: 'refused'; readonly words: string }
  /** The model did not reply with JSON, also when it was asked again, but began with these words. */
  | { readonly kind: 'no-json'; readonly words: string }
  /** The model left the question out, also when it was asked for it again. */
  | { readonly kind: 'left-out' }

/** Everything that led to a value, or the reason why there is none, as data for one sentence. */
export type Explanation =
  | { readonly found: readonly [ExplanationFinding, ...ExplanationFinding[]] }
  | { readonly missing: MissingReason }
