/** What can be told by its form. */
type TellingKind = 'iban' | 'card' | 'phone' | 'email' | 'tax_id'

/** Which values of a text are masked. */
export type MaskingSettings = {
  readonly kinds: readonly TellingKind[]
  /** Names and words, as they may be written in other letters, over several lines or with a genitive s. */
  readonly words: readonly string[]
  /** Countries (ISO 3166, two letters) whose telephone numbers are known without their prefix, such as `DE`. */
  readonly countries?: readonly string[] | undefined
  /** What is known to be a value of a prompt that is masked. */
  readonly values?: readonly string[] | undefined
}

/** Whether there is nothing to mask. */
export const masksNothing = ({ kinds, words, values = [] }: MaskingSettings): boolean =>
  kinds.length === 0 && words.length === 0 && values.length === 0
