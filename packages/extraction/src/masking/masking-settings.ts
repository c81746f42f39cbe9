/** Kinds of values that are recognized by their form. */
type DetectableKind = 'iban' | 'card' | 'phone' | 'email' | 'tax_id'

/** Settings that say which values of a text are masked. */
export type MaskingSettings = {
  readonly kinds: readonly DetectableKind[]
  /**
   * Names and words, which may occur in another case, across several lines or with a genitive s.
   */
  readonly words: readonly string[]
  /**
   * Countries (ISO 3166, two letters) whose telephone numbers are recognized without a prefix, such
   * as `DE`.
   */
  readonly countries?: readonly string[] | undefined
  /** Known values of masked prompts. */
  readonly values?: readonly string[] | undefined
}

/** Whether there is nothing to mask. */
export const masksNothing = ({ kinds, words, values = [] }: MaskingSettings): boolean =>
  kinds.length === 0 && words.length === 0 && values.length === 0
